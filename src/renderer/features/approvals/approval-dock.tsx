import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { requestsOfSession } from '../../state/approval-order'
import { useAppState } from '../../state/context'
import { ApprovalPanel } from './approval-panel'
import { ClosedLine } from './closed-line'
import { FoldedPanel } from './folded-panel'

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
  const putOffAt = request === undefined ? undefined : putOff[request.id]
  const position = requests.length > 1 ? strings.approval.position(1, requests.length) : undefined
  return (
    <>
      {/* The answer to one request must never stand over another that still waits: it could be read as its answer. */}
      {closed !== undefined && request === undefined && <ClosedLine note={closed} />}
      {request !== undefined && putOffAt === undefined && (
        <ApprovalPanel key={request.id} request={request} position={position} place="session" />
      )}
      {request !== undefined && putOffAt !== undefined && (
        <FoldedPanel request={request} position={position} putOffAt={putOffAt} />
      )}
    </>
  )
}
