import { hostOf } from '@shared/domain/host-state'
import { hostLines } from '../features/sessions/host-lines-part'
import { hookAgentNames } from '@shared/domain/hook-agent'
import type { SessionSummary } from '@shared/domain/session'
import type { ReactNode } from 'react'
import { ApprovalDock } from '../features/approvals/approval-dock'
import { Composer } from '../features/composer/composer'
import { ContextMeter } from '../features/composer/context-meter'
import { Outbox } from '../features/composer/outbox'
import { AgentsAtWork } from '../features/transcript/agents-at-work'
import { RunningList } from '../features/transcript/running-list'
import { TranscriptView } from '../features/transcript/transcript-view'
import { onDemand } from '../lib/on-demand'
import { strings } from '../lib/strings'
import { useActions, useAppState } from '../state/context'
import { FaultNote } from '../ui/fault-message'

const SideView = onDemand(async () => (await import('../features/side/side-view')).SideView)

/** One session: its record, the decision it waits for, which nothing that comes may move, and the composer, which is always there; beside them, where a person wants it, what else is known of it. */
export function SessionView({ session }: { session: SessionSummary }): ReactNode {
  const actions = useActions()
  const fault = useAppState((state) => state.faults[session.id])
  const host = hostOf(session.id)
  const hosts = useAppState((state) => state.engine?.hosts)
  const side = useAppState((state) => state.side)
  return (
    <div className="session-row" data-beside={side !== undefined ? '' : undefined}>
      <div className="session-col">
        <TranscriptView sessionId={session.id} />
        <RunningList key={`running ${session.id}`} sessionId={session.id} />
        <AgentsAtWork sessionId={session.id} />
        <Outbox session={session} />
        {host !== undefined && hosts && <hostLines.Component hosts={hosts} of={host} />}
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
        <ApprovalDock sessionId={session.id} />
        {session.desk ? (
          <p className="session-elsewhere">{strings.elsewhere(hookAgentNames[session.desk.agent])}</p>
        ) : (
          <>
            <Composer key={session.id} session={session} />
            <ContextMeter session={session} />
          </>
        )}
      </div>
      {side !== undefined && <SideView.Component key={session.id} session={session} tab={side} />}
    </div>
  )
}
