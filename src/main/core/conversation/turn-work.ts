import type { OwnAgents } from '../agents/family'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { ModelStream } from '../ports/models'
import type { ProcessTable } from '../processes/process-table'
import { agentToolNames } from '../tools/agent-reply'
import type { SessionTools, OnServersLate } from '../tools/session-tools'
import type { ContextWindow } from './context-window'
import type { SessionRecord } from './session-record'
import type { SessionSummary, TurnOverrides } from '@shared/domain/session'
import { quotedName } from '@shared/domain/named-path'
import type { GivenMessages, TurnWork } from './turn'
import { turnContext } from './running-turn'
import type { SessionChange } from './session-change'

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

/** What comes with a turn: settings that are the session's from then on, and the form its last message is to have. */
export interface TurnSettings {
  readonly change?: SessionChange
  readonly outputSchema?: TurnOverrides['outputSchema']
  /** The title of a session that has none yet. */
  readonly title?: string
}

/** The part of a turn's requests that the session's settings decide. */
function requestSettings(
  { model, reasoningEffort, reasoningSummary, baseInstructions }: SessionSummary,
  { outputSchema }: TurnSettings,
): TurnWork['request'] {
  return {
    model,
    ...(baseInstructions !== undefined && { instructions: baseInstructions }),
    ...(reasoningEffort && { reasoningEffort }),
    ...(reasoningSummary && { reasoningSummary }),
    ...(outputSchema && { output: { mode: 'schema', name: 'final_message', schema: outputSchema } }),
  }
}

/** What a person is told while a turn waits for MCP servers, and of those that it goes on without. Names and reasons are untrusted. */
export function lateServersText({ starting, failed }: Parameters<OnServersLate>[0]): string {
  if (starting.length > 0)
    return `Waiting for ${starting.length === 1 ? 'an MCP server' : 'MCP servers'} to start: ${starting.map(quotedName).join(', ')}.`
  const each = failed.map(({ id, reason }) => `${quotedName(id)} (${reason ?? 'no reason is known'})`)
  return `Without the tools of ${failed.length === 1 ? 'an MCP server' : 'MCP servers'} that did not start: ${each.join(', ')}.`
}
