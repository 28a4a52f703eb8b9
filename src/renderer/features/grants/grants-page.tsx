import type { StoredGrant } from '@shared/domain/stored-grant'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import { useGrants } from '../../state/use-grants'
import { Button } from '../../ui/button'
import { FaultNote } from '../../ui/fault-message'
import { EmptyState } from '../../ui/empty-state'
import { GrantsTable } from './grants-table'

const words = laterStrings.grants

/** Every grant in force, as a page. */
export function GrantsPage(): ReactNode {
  return (
    <div className="settings" tabIndex={-1}>
      <div className="wel grants">
        <header>
          <h2 className="wel-title">{words.heading}</h2>
          <p className="dim">{words.lede}</p>
        </header>
        <GrantsInForce />
      </div>
    </div>
  )
}

/** Every grant in force, live, each with the way to take it back. Asks the engine anew whenever it is opened. */
export function GrantsInForce(): ReactNode {
  const actions = useActions()
  const grants = useGrants()
  const fault = useAppState((state) => state.faults['grants'])
  useEffect(() => {
    void actions.loadGrants()
  }, [actions])
  return (
    <>
      {fault !== undefined && (
        <FaultNote
          fault={fault}
          onDismiss={() => {
            actions.dismissFault('grants')
          }}
        />
      )}
      {grants === undefined && fault === undefined && <p className="dim">{words.reading}</p>}
      {grants !== undefined && <InForce grants={grants.toReversed()} />}
      {grants !== undefined && <AskAll />}
    </>
  )
}

/** Has every rule ask again at once, and says so while it does. */
function AskAll(): ReactNode {
  const actions = useActions()
  const all = useAppState((state) => state.allSuspended)
  const connected = useAppState((state) => state.connection.kind === 'ready')
  return (
    <p className="ask-all">
      <Button
        size="small"
        disabled={!connected}
        onClick={() => {
          void actions.suspendGrants('all', !all)
        }}
      >
        {all ? words.countAgain : words.askAll}
      </Button>{' '}
      <span className="dim" role="status">
        {all ? words.asksAll : words.askAllText}
      </span>
    </p>
  )
}

/** Newest first: rules apart from what ends by itself. */
function InForce({ grants }: { grants: readonly StoredGrant[] }): ReactNode {
  const rules = grants.filter((grant) => grant.scope === 'rule')
  const limited = grants.filter((grant) => grant.scope !== 'rule')
  if (grants.length === 0)
    return <EmptyState picture="grants" heading="h3" title={words.emptyTitle} text={words.emptyText} />
  return (
    <>
      {rules.length > 0 && <GrantsTable title={words.rules} grants={rules} />}
      {limited.length > 0 && <GrantsTable title={words.limited} grants={limited} />}
    </>
  )
}
