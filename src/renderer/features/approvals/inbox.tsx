import type { ApprovalRequest } from '@shared/domain/approval'
import { useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { askedIn, inboxGroups } from '../../state/approval-order'
import { useActions, useAppState } from '../../state/context'
import { FaultNote } from '../../ui/fault-message'
import { Icon } from '../../ui/icon'
import { ApprovalPanel } from './approval-panel'
import { ClosedLine } from './closed-line'
import { DecisionCounts, FoldedCounts } from './decision-counts'
import { FoldedPanel } from './folded-panel'
import { InboxList } from './inbox-list'
import { QuestionPanel } from './question-panel'
import { QuestionRows } from './question-row'
import { useIdentical } from './use-identical'

interface InboxProps {
  readonly requestId: string | undefined
  /** What led to a request: the record of the session that it is put in. */
  readonly context: (sessionId: string) => ReactNode
}

/** Everything that waits in all sessions, and the one request that is open, below what led to it. */
export function Inbox({ requestId, context }: InboxProps): ReactNode {
  const approvals = useAppState((state) => state.approvals)
  const sessions = useAppState((state) => state.sessions)
  const groups = useMemo(
    () => inboxGroups(Object.values(approvals), (sessionId) => sessions[sessionId]?.agent?.id),
    [approvals, sessions],
  )
  const questions = useAppState((state) => state.questions)
  const chosen = requestId === undefined ? undefined : approvals[requestId]
  const picked = requestId === undefined ? undefined : questions[requestId]
  const current = picked ? undefined : (chosen ?? groups[0]?.requests[0]?.request)
  const question = current ? undefined : (picked ?? Object.values(questions)[0])
  return (
    <>
      <ClosedLines />
      {current === undefined && question === undefined ? (
        <div className="page">
          <div className="empty">
            <Icon name="inbox" className="big" />
            <h2>{strings.inbox.emptyTitle}</h2>
            <p>{strings.inbox.emptyText}</p>
          </div>
          <DecisionCounts />
        </div>
      ) : (
        <div className="split">
          <InboxList groups={groups} currentId={current?.id}>
            <QuestionRows questions={Object.values(questions)} currentId={question?.id} />
            <FoldedCounts />
          </InboxList>
          {current && <Detail request={current} context={context} />}
          {question && (
            <div className="detail">
              {!question.remoteRun && <Context sessionId={askedIn(question)} draw={context} />}
              <QuestionPanel key={question.id} question={question} />
            </div>
          )}
        </div>
      )}
    </>
  )
}

/** The end of a session's record, read as soon as it is looked at. */
function Context({ sessionId, draw }: { sessionId: string; draw: InboxProps['context'] }): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  useEffect(() => {
    if (connected) actions.open(sessionId)
  }, [actions, sessionId, connected])
  return draw(sessionId)
}

function Detail({ request, context }: { request: ApprovalRequest } & Pick<InboxProps, 'context'>): ReactNode {
  const actions = useActions()
  const fault = useAppState((state) => state.faults[askedIn(request)])
  const putOffAt = useAppState((state) => state.putOff[request.id])
  const others = useIdentical(request)
  return (
    <div className="detail">
      {!request.remoteRun && <Context sessionId={askedIn(request)} draw={context} />}
      {fault !== undefined && (
        <FaultNote
          fault={fault}
          onDismiss={() => {
            actions.dismissFault(askedIn(request))
          }}
        />
      )}
      {putOffAt === undefined ? (
        <ApprovalPanel key={request.id} request={request} others={others} place="inbox" />
      ) : (
        <FoldedPanel request={request} others={others} putOffAt={putOffAt} />
      )}
    </div>
  )
}

function ClosedLines(): ReactNode {
  const closed = useAppState((state) => state.closed)
  return Object.values(closed).map((note) => <ClosedLine key={note.request.id} note={note} />)
}
