import type { ApprovalRequest } from '@shared/domain/approval'
import type { SessionSummary } from '@shared/domain/session'
import { activityInWords } from '@shared/messages/activity'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { directionOf } from '../../lib/visible-text'
import { highestLevel, requestsOfSession } from '../../state/approval-order'
import { useActions, useAppState } from '../../state/context'
import { Age } from '../../ui/age'
import { agentMark } from '../../ui/agent-mark-part'
import { HostBadge } from '../../ui/host-badge'
import { Icon } from '../../ui/icon'
import { LevelIcon } from '../../ui/level'
import { UntrustedText } from '../../ui/untrusted-text'
import { waitingLine } from './waiting-line-part'

const words = strings.rail

interface SessionRowProps {
  session: SessionSummary
  onChosen: () => void
}

/** The id of the element that holds a row's title, for what belongs to the row. */
export function rowTitleId(sessionId: string): string {
  return `row-${sessionId}`
}

/** One session: what it needs as an icon, its title, and what it is doing. Ended sessions take one line. */
export function SessionRow({ session, onChosen }: SessionRowProps): ReactNode {
  const actions = useActions()
  const current = useAppState(({ view, sessions }) => {
    const looked = view.kind === 'session' ? view.sessionId : undefined
    return looked !== undefined && (looked === session.id || sessions[looked]?.child?.parentId === session.id)
  })
  const requests = useRequests(session.id)
  const ended = session.status !== 'running' && session.status !== 'needs-you' && requests.length === 0
  const agent = session.agent?.id ?? session.desk?.agent
  return (
    <button
      type="button"
      className={ended ? 'srow one' : 'srow'}
      aria-current={current ? 'page' : undefined}
      onClick={() => {
        actions.show({ kind: 'session', sessionId: session.id })
        onChosen()
      }}
    >
      <StatusIcon session={session} requests={requests} />
      <span id={rowTitleId(session.id)} className="t ellipsis" dir={directionOf(session.title)}>
        {agent && <agentMark.Component agent={agent} meanwhile={<i className="agent-mark" />} />}
        {session.forked && <Icon name="branch" className="sm inline-icon" label={words.forked} />}{' '}
        <UntrustedText text={session.title} />
      </span>
      {ended ? (
        <HostBadge id={session.id} />
      ) : (
        <span className="s">
          <HostBadge id={session.id} />
          <span className="ellipsis">
            <Activity session={session} requests={requests} />
          </span>
        </span>
      )}
      <span className="age num">
        <Age since={requests[0]?.createdAt ?? session.updatedAt} />
      </span>
    </button>
  )
}

function useRequests(sessionId: string): readonly ApprovalRequest[] {
  const approvals = useAppState((state) => state.approvals)
  return useMemo(() => requestsOfSession(Object.values(approvals), sessionId, {}), [approvals, sessionId])
}

function Activity({
  session,
  requests,
}: Pick<SessionRowProps, 'session'> & { requests: readonly ApprovalRequest[] }): ReactNode {
  const [first] = requests
  if (requests.length > 1) {
    const open = requests.filter((request) => request.assessment.level === 'not-assessed')
    return words.requests(requests.length, open.length)
  }
  if (first === undefined) return <UntrustedText text={activityInWords(session.activity)} />
  return <waitingLine.Component request={first} meanwhile={'\u00A0'} />
}

function StatusIcon({
  session,
  requests,
}: Omit<SessionRowProps, 'onChosen'> & {
  requests: readonly ApprovalRequest[]
}): ReactNode {
  const level = highestLevel(requests)
  if (level !== undefined) return <LevelIcon level={level} />
  switch (session.status) {
    // A question has no level.
    case 'needs-you':
      return <Icon name="inbox" label={words.needsYou} />
    case 'running':
      return <Icon name="run" className="spin" label={words.runningLabel} />
    case 'done':
      return <Icon name="check" label={words.ended.done} />
    case 'idle':
      return <Icon name="term" label={words.ended.idle} />
    case 'interrupted':
    case 'failed':
      return <Icon name="x" label={words.ended[session.status]} />
  }
}
