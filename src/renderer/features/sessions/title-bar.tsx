import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import type { SessionSummary } from '@shared/domain/session'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/paths'
import { strings } from '../../lib/strings'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { Icon } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'
import { SessionMenu } from './session-menu'

const words = strings.bar

/** What the session is, where it works and within which limits, and the way to stop it. */
export function SessionBar({ session }: { session: SessionSummary }): ReactNode {
  const actions = useActions()
  const home = useAppState((state) => state.engine?.home ?? '')
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const demo = useAppState((state) =>
    (state.engine?.models ?? []).some((choice) => choice.provider === session.provider && choice.demo),
  )
  const turnRuns = session.status === 'running' || session.status === 'needs-you'
  const unconfined = session.sandboxPolicy.mode === 'danger-full-access'
  return (
    <>
      <h1 className="ellipsis" title={visibleString(session.title)}>
        <UntrustedText text={session.title} />
      </h1>
      {demo && <span className="chip">{words.demo}</span>}
      <span className="where ellipsis" title={visibleString(session.cwd)}>
        <UntrustedText text={withTilde(session.shownCwd ?? session.cwd, home)} />
        {session.branch !== undefined && (
          <span className="nowrap hide-900">
            , <Icon name="branch" className="sm inline-icon" label={words.branch} />{' '}
            <UntrustedText text={session.branch} />
          </span>
        )}
      </span>
      <span className="spacer" />
      <span className="meta">
        <span className={unconfined ? 'bar-fact unconfined' : 'bar-fact hide-narrow'} title={words.sandbox}>
          <Icon name={unconfined ? 'shield-x' : 'shield'} className="sm" />
          {describeSandboxPolicy(session.sandboxPolicy)}
        </span>
        <span className="bar-fact hide-zoom" title={words.model}>
          <Icon name="server" className="sm" />
          <UntrustedText text={session.model} />
        </span>
        {turnRuns && (
          <Button
            size="small"
            disabled={!connected}
            onClick={() => {
              void actions.interrupt(session.id)
            }}
          >
            <Icon name="stop" className="sm" />
            {words.stopTurn}
          </Button>
        )}
        <SessionMenu session={session} place="bar" />
      </span>
    </>
  )
}
