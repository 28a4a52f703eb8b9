import { hostOf } from '@shared/domain/host-state'
import { containerInWords, describeSandboxPolicy } from '@shared/messages/policies'
import type { SessionSummary } from '@shared/domain/session'
import type { ReactNode } from 'react'
import { withTilde } from '../../lib/shown-paths'
import { strings } from '../../lib/strings'
import { directionOf, visibleString } from '../../lib/visible-text'
import { isDemo } from '../../state/model-choices'
import { useActions, useAppState, useCommands } from '../../state/context'
import { agentMark } from '../../ui/agent-mark-part'
import { Button } from '../../ui/button'
import { useInContainerAlone } from '../../ui/container-line'
import { HostBadge } from '../../ui/host-badge'
import { Icon } from '../../ui/icon'
import { useLabelWithKeys } from '../../ui/keys'
import { UntrustedText } from '../../ui/untrusted-text'
import { sessionMenu } from './session-menu-part'

const words = strings.bar

/** What the session is, where it works and within which limits, and the way to stop it. */
export function SessionBar({ session }: { session: SessionSummary }): ReactNode {
  const actions = useActions()
  const far = hostOf(session.id) !== undefined
  const home = useAppState((state) => (far ? '' : (state.engine?.home ?? '')))
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const demo = useAppState((state) => isDemo(session.id, state))
  const turnRuns = session.status === 'running' || session.status === 'needs-you'
  const contained = useInContainerAlone(session.id)
  const policy = describeSandboxPolicy(session.sandboxPolicy)
  const unconfined = contained || session.sandboxPolicy.mode === 'danger-full-access'
  const stop = (): void => {
    void actions.interrupt(session.id)
  }
  useCommands({ 'turn.stop': turnRuns && connected ? stop : undefined })
  const stopLabel = useLabelWithKeys(words.stopTurn, 'turn.stop')
  return (
    <>
      {session.child !== undefined && <BackToParent parentId={session.child.parentId} />}
      <HostBadge id={session.id} />
      <h1 className="ellipsis" dir={directionOf(session.title)} title={visibleString(session.title)}>
        {session.desk && <agentMark.Component agent={session.desk.agent} />}
        {session.forked && <Icon name="branch" className="sm inline-icon" label={strings.rail.forked} />}{' '}
        <UntrustedText text={session.title} />
      </h1>
      {demo && !session.title.startsWith(strings.start.demoTitle) && (
        <span className="chip">{words.demo}</span>
      )}
      <span
        className="where"
        title={
          session.worktree === undefined
            ? visibleString(session.cwd)
            : visibleString(`${session.cwd}: ${strings.folder.inWorktree(session.worktree.repository)}`)
        }
      >
        <span className="ellipsis">
          <UntrustedText text={withTilde(session.shownCwd ?? session.cwd, home)} />
        </span>
        {session.branch !== undefined && (
          <span className="where-branch ellipsis hide-900">
            , <Icon name="branch" className="sm inline-icon" label={words.branch} />{' '}
            <UntrustedText text={session.branch} />
          </span>
        )}
      </span>
      <span className="spacer" />
      <span
        className={unconfined ? 'bar-fact unconfined' : 'bar-fact bar-policy hide-narrow'}
        title={contained ? containerInWords().only : `${words.sandbox}: ${policy}`}
      >
        <Icon
          name={unconfined ? 'shield-x' : 'shield'}
          className="sm"
          label={contained ? containerInWords().only : policy}
        />
        <span className="hide-telephone" aria-hidden="true">
          {contained ? containerInWords().short : policy}
        </span>
      </span>
      <span className="meta">
        {session.desk === undefined && (
          <span className="bar-fact hide-zoom" title={session.agent ? words.agent : words.model}>
            {session.agent ? (
              <agentMark.Component agent={session.agent.id} />
            ) : (
              <Icon name="server" className="sm" />
            )}
            <UntrustedText text={session.agent?.id ?? session.model} />
          </span>
        )}
        {turnRuns && (
          <Button
            size="small"
            disabled={!connected}
            title={stopLabel}
            onClick={() => {
              stop()
              // The button goes with the turn.
              document.getElementById('composer')?.focus()
            }}
          >
            <Icon name="stop" className="sm" />
            {words.stopTurn}
          </Button>
        )}
        <sessionMenu.Component session={session} place="bar" meanwhile={<span className="icon-btn" />} />
      </span>
    </>
  )
}

/** From an agent's transcript to the session that it works for. */
function BackToParent({ parentId }: { parentId: string }): ReactNode {
  const actions = useActions()
  const title = useAppState((state) => state.sessions[parentId]?.title ?? '')
  return (
    <Button
      size="small"
      look="ghost"
      aria-label={strings.bar.backTo(visibleString(title))}
      onClick={() => {
        actions.show({ kind: 'session', sessionId: parentId })
      }}
    >
      <Icon name="up" className="sm" />
      <span className="ellipsis">
        <UntrustedText text={title} />
      </span>
    </Button>
  )
}
