import { quoteCommand } from '@shared/domain/quote-shell'
import { describeGrant } from '@shared/messages/grant'
import type { StoredGrant } from '@shared/domain/stored-grant'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions } from '../../state/context'
import type { Attempt } from '../../state/transcript-items'
import { useGrants } from '../../state/use-grants'
import { HostAwareText } from '../../ui/host-aware-text'
import { Icon } from '../../ui/icon'

const words = laterStrings.grants

/**
 * Says of a run, or of a connection in it, that nobody was asked about which grant let it through, and takes that grant
 * back.
 */
export function LetThroughNote({
  attempts,
  sessionId,
}: {
  attempts: readonly Attempt[]
  sessionId: string
}): ReactNode {
  const grants = attempts.flatMap((attempt) => attempt.letThroughBy)
  const hosts = grants.filter((grant) => grant.covers === 'host')
  const runs = grants.filter((grant) => grant.covers !== 'host')
  return (
    <>
      {runs.length > 0 && <Note grants={runs} sessionId={sessionId} />}
      {hosts.map((grant) => (
        <Note key={grant.id} grants={[grant]} sessionId={sessionId} />
      ))}
    </>
  )
}

function noteText(grants: readonly StoredGrant[], scope: StoredGrant['scope']): string {
  const [first] = grants
  // One for the command itself needs no name: the command stands above.
  if (first?.covers === 'prefix') return `${words.applied[scope]}: ${quoteCommand(first.command)} *`
  if (first?.covers !== 'host') return words.applied[scope]
  return words.connected[scope](first.grants.map(describeGrant).join(', '))
}

function Note({ grants, sessionId }: { grants: readonly StoredGrant[]; sessionId: string }): ReactNode {
  const actions = useActions()
  const inForce = useGrants()
  const held = grants.filter((grant) => inForce?.some((each) => each.id === grant.id) === true)
  const scopes = new Set(grants.map((grant) => grant.scope))
  const widest = (['rule', 'session', 'turn'] as const).find((scope) => scopes.has(scope)) ?? 'turn'
  return (
    <p className="granted-note">
      <Icon name="check" className="sm" />
      <span>
        <HostAwareText text={noteText(grants, widest)} />
        {inForce !== undefined && held.length === 0 && `, ${words.notInForce}`}.
      </span>
      {held.length > 0 && (
        <button
          type="button"
          className="link-btn"
          onClick={() => {
            for (const grant of held) void actions.revoke(grant.id, sessionId)
          }}
        >
          {words.revoke}
        </button>
      )}
    </p>
  )
}
