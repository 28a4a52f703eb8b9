import type { ApprovalRequest } from '@shared/domain/approval'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { inboxGroups } from '../../state/approval-order'
import { useActions, useAppState } from '../../state/context'
import { FaultNote } from '../../ui/fault-note'
import { Icon } from '../../ui/icon'
import { ApprovalPanel } from './approval-panel'
import { ClosedLine } from './closed-line'
import { FoldedPanel } from './folded-panel'
import { InboxList } from './inbox-list'

/** Everything that waits in all sessions, and the one request that is open. */
export function Inbox({ requestId }: { requestId: string | undefined }): ReactNode {
  const approvals = useAppState((state) => state.approvals)
  const groups = useMemo(() => inboxGroups(Object.values(approvals)), [approvals])
  const chosen = requestId === undefined ? undefined : approvals[requestId]
  const current = chosen ?? groups[0]?.requests[0]
  return (
    <>
      <ClosedLines />
      {current === undefined ? (
        <div className="page">
          <div className="empty">
            <Icon name="inbox" className="big" />
            <h2>{strings.inbox.emptyTitle}</h2>
            <p>{strings.inbox.emptyText}</p>
          </div>
        </div>
      ) : (
        <div className="split">
          <InboxList groups={groups} currentId={current.id} />
          <Detail request={current} />
        </div>
      )}
    </>
  )
}

function Detail({ request }: { request: ApprovalRequest }): ReactNode {
  const actions = useActions()
  const fault = useAppState((state) => state.faults[request.sessionId])
  const putOffAt = useAppState((state) => state.putOff[request.id])
  return (
    <div className="detail">
      {fault !== undefined && (
        <FaultNote
          fault={fault}
          onDismiss={() => {
            actions.dismissFault(request.sessionId)
          }}
        />
      )}
      {putOffAt === undefined ? (
        <ApprovalPanel key={request.id} request={request} place="inbox" />
      ) : (
        <FoldedPanel request={request} putOffAt={putOffAt} />
      )}
    </div>
  )
}

function ClosedLines(): ReactNode {
  const closed = useAppState((state) => state.closed)
  return Object.values(closed).map((note) => <ClosedLine key={note.request.id} note={note} />)
}
