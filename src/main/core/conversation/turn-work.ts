import type { OwnAgents } from '../agents/family'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { ModelStream } from '../ports'
import type { ProcessTable } from '../processes/process-table'
import { agentToolNames } from '../tools/agent-reply'
import type { SessionTools } from '../tools/session-tools'
import { lateServersText } from './late-servers-text'
import type { ContextWindow } from './context-window'
import type { SessionRecord } from './session-record'
import type { SessionSummary } from '@shared/domain/session'
import type { GivenMessages, TurnWork } from './turn'
import { turnContext } from './turn-context'
import { requestSettings, type TurnSettings } from './turn-settings'

/** The parts of a session that a turn works with, as they are when it begins. */
interface Working extends Pick<TurnContext, 'recordApproval' | 'recordQuestion'> {
  readonly emit: TurnContext['emit']
  readonly summary: SessionSummary
  readonly record: SessionRecord
  readonly tools: SessionTools
  readonly contextWindow: ContextWindow
  readonly processes: ProcessTable
  readonly agents: OwnAgents | undefined
  /** The title of a child's parent. */
  readonly parentTitle: string
  readonly commands: CommandParts
  readonly given: GivenMessages
}

/** What a turn of a session works with. */
export function turnWork(
  turn: { readonly id: string; readonly number: number; readonly stop: AbortController },
  model: ModelStream,
  settings: TurnSettings,
  session: Working,
): TurnWork {
  const { summary, record, tools, processes, agents, parentTitle, commands } = session
  const { id: childId, child } = summary
  const { parentId, name: childName } = child ?? {}
  const asked = {
    model,
    request: requestSettings(summary, settings),
    context: turnContext(summary, turn, {
      emit: session.emit,
      recordApproval: session.recordApproval,
      recordQuestion: session.recordQuestion,
      processes,
      ...(agents && { agents }),
      ...(child?.kind === 'review' && { reads: true }),
      ...(parentId !== undefined &&
        childName !== undefined && {
          askedBy: { childId, childName, parentId, parentTitle },
        }),
    }),
  }
  return {
    ...asked,
    ...session.contextWindow.watch(asked),
    tools: () =>
      tools.now({
        ...summary,
        leftOutTools: [...(summary.leftOutTools ?? []), ...(agents ? [] : agentToolNames)],
      }),
    toolsReady: async () => {
      await tools.ready(commands.clock, turn.stop.signal, (late) => {
        session.emit({ type: 'turn.noted', turnId: turn.id, text: lateServersText(late) })
      })
      await tools.askAboutFailed(asked.context, commands)
    },
    parts: commands,
    items: () => record.items(),
    remember: (item) => record.remember(item),
    awaitOutput: (callId) => {
      record.awaitOutput(callId)
    },
    given: session.given,
  }
}
