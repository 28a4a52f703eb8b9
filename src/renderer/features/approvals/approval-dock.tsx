import { gatherIdentical } from '@shared/domain/identical-requests'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { askedIn, requestsOfSession } from '../../state/approval-order'
import { useAppState } from '../../state/context'
import { ApprovalPanel } from './approval-panel'
import { ClosedLine } from './closed-line'
import { FoldedPanel } from './folded-panel'
import { QuestionPanel } from './question-panel'
import { useIdentical, useIsAlone } from './use-identical'

/** A session's place for decisions, between transcript and composer: the oldest request, or what became of the last. */
export function ApprovalDock({ sessionId }: { sessionId: string }): ReactNode {
  const approvals = useAppState((state) => state.approvals)
  const putOff = useAppState((state) => state.putOff)
  const closed = useAppState((state) => state.closed[sessionId])
  const requests = useMemo(
    () => requestsOfSession(Object.values(approvals), sessionId, putOff),
    [approvals, putOff, sessionId],
  )
  const request = requests[0]
  const others = useIdentical(request)
  const questions = useAppState((state) => state.questions)
  const asked = Object.values(questions).filter((question) => askedIn(question) === sessionId)
  const question = asked[0]
  const nth = asked.length > 1 ? laterStrings.question.position(1, asked.length) : undefined
  const putOffAt = request === undefined ? undefined : putOff[request.id]
  const isAlone = useIsAlone()
  const apart = useMemo(() => gatherIdentical(requests, isAlone).length, [requests, isAlone])
  const position = apart > 1 ? laterStrings.approval.position(1, apart) : undefined
  return (
    <>
      {/* The answer to one request must never stand over another that still waits: it could be read as its answer. */}
      {closed !== undefined && request === undefined && <ClosedLine note={closed} />}
      {request !== undefined && putOffAt === undefined && (
        <ApprovalPanel
          key={request.id}
          request={request}
          others={others}
          position={position}
          place="session"
        />
      )}
      {request !== undefined && putOffAt !== undefined && (
        <FoldedPanel request={request} others={others} position={position} putOffAt={putOffAt} />
      )}
      {question !== undefined && (request === undefined || putOffAt !== undefined) && (
        <QuestionPanel key={question.id} question={question} position={nth} place="session" />
      )}
    </>
  )
}
