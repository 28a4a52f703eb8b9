import type { SessionSummary } from '@shared/domain/session'
import type { ReactNode } from 'react'
import { ApprovalDock } from '../features/approvals/approval-dock'
import { Composer } from '../features/composer/composer'
import { ContextMeter } from '../features/composer/context-meter'
import { RunningList } from '../features/transcript/running-list'
import { TranscriptView } from '../features/transcript/transcript-view'
import { useActions, useAppState } from '../state/context'
import { FaultNote } from '../ui/fault-note'

/** One session: its record, the decision it waits for, and the composer, which is always there. */
export function SessionView({ session }: { session: SessionSummary }): ReactNode {
  const actions = useActions()
  const fault = useAppState((state) => state.faults[session.id])
  return (
    <>
      <TranscriptView sessionId={session.id} />
      <RunningList sessionId={session.id} />
      <ApprovalDock sessionId={session.id} />
      {fault !== undefined && (
        <div className="session-fault">
          <FaultNote
            fault={fault}
            onDismiss={() => {
              actions.dismissFault(session.id)
            }}
          />
        </div>
      )}
      <Composer session={session} />
      <ContextMeter session={session} />
    </>
  )
}
