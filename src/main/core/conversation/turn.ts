import type { TokenUsage } from '@shared/domain/agent-event'
import { toFault } from '@shared/domain/fault'
import { messageText, type ResponseItem } from '@shared/domain/response-item'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { ModelRequest, ModelStream } from '../ports'
import type { Tool, ToolReply } from '../tools/tool'
import { changedSettingsText } from './changed-settings-text'
import { normaliseHistory } from './history'
import { baseInstructions } from './instructions'

/** How a turn ended, and the agent's last message if there was one. */
export interface TurnEnd {
  readonly outcome: 'completed' | 'interrupted' | 'failed'
  readonly lastMessage: string | undefined
}

/** What a turn works with. `request` is the part of every request that the session's settings decide. `items` reads the whole history; `remember` puts an item on record before anything acts on it. */
export interface TurnWork {
  readonly model: ModelStream
  readonly request: Pick<ModelRequest, 'model' | 'reasoningEffort' | 'reasoningSummary' | 'output'> &
    Partial<Pick<ModelRequest, 'instructions'>>
  readonly tools: readonly Tool[]
  readonly context: TurnContext
  readonly parts: CommandParts
  items(): readonly ResponseItem[]
  /** Called before each request; makes room in the history where it has to. Rejects only when aborted. */
  makeRoom(): Promise<void>
  /** Takes note of what the provider counted. */
  count(usage: TokenUsage): void
  /** The server found the history too long. */
  overflow(): void
  remember(item: ResponseItem): Promise<void>
}

type FunctionCall = Extract<ResponseItem, { type: 'function_call' }>

/** Streams one answer; returns its calls and its text. Items count only when they are whole. */
async function streamAnswer(work: TurnWork): Promise<{ calls: FunctionCall[]; message: string | undefined }> {
  const { context, model } = work
  const calls: FunctionCall[] = []
  let message: string | undefined
  const request = {
    sessionId: context.sessionId,
    instructions: baseInstructions,
    ...work.request,
    input: normaliseHistory(work.items()),
    tools: work.tools.map((tool) => tool.spec),
  }
  for await (const event of model.stream(request, context.signal)) {
    context.signal.throwIfAborted()
    switch (event.type) {
      case 'text-delta':
        context.emit({ type: 'message.delta', itemId: event.itemId, text: event.text })
        break
      case 'reasoning-delta':
        context.emit({ type: 'reasoning.delta', itemId: event.itemId, text: event.text })
        break
      case 'item':
        await work.remember(event.item)
        if (event.item.type === 'function_call') calls.push(event.item)
        if (event.item.type === 'message') {
          message = messageText(event.item)
          context.emit({ type: 'message.completed', itemId: event.itemId, text: message })
        }
        break
      case 'retrying':
        context.emit({ type: 'model.retrying', attempt: event.attempt, reason: event.reason })
        break
      case 'completed':
        if (event.usage) work.count(event.usage)
        break
    }
  }
  return { calls, message }
}

async function runTool(work: TurnWork, call: FunctionCall): Promise<ToolReply> {
  const tool = work.tools.find((each) => each.spec.name === call.name)
  if (tool) return tool.run({ callId: call.call_id, arguments: call.arguments }, work.context, work.parts)
  const known = work.tools.map((each) => each.spec.name).join(', ')
  const reason = `there is no tool "${call.name.slice(0, 80)}"; expected one of: ${known}`
  work.context.emit({ type: 'tool.rejected', callId: call.call_id, name: call.name.slice(0, 80), reason })
  return { text: `unsupported call: ${reason}. Nothing ran.`, ends: false }
}

/**
 * One turn: model, tools, model, until an answer has no calls. An abort of the signal ends it at any point as
 * `interrupted`, with every open call answered "aborted"; a fault ends it as `failed` and is reported. Nothing is then
 * prepared for another command, and what of tools' settings was changed meanwhile is told. Never throws.
 */
export async function runTurn(work: TurnWork): Promise<TurnEnd> {
  const { context } = work
  let lastMessage: string | undefined
  const changedSettings = work.parts.toolSettings?.follow(context.cwd)
  try {
    for (;;) {
      context.signal.throwIfAborted()
      await work.makeRoom()
      const { calls, message } = await streamAnswer(work)
      lastMessage = message ?? lastMessage
      if (calls.length === 0) return { outcome: 'completed', lastMessage }
      let ended = false
      for (const call of calls) {
        const reply: ToolReply = ended ? { text: 'aborted', ends: true } : await runTool(work, call)
        ended ||= reply.ends || context.signal.aborted
        await work.remember({ type: 'function_call_output', call_id: call.call_id, output: reply.text })
      }
      if (ended) return { outcome: 'interrupted', lastMessage }
    }
  } catch (error) {
    if (context.signal.aborted) return { outcome: 'interrupted', lastMessage }
    const fault = toFault(error)
    if (fault.code === 'context-length') work.overflow()
    context.emit({ type: 'error.reported', fault })
    return { outcome: 'failed', lastMessage }
  } finally {
    await work.parts.sandbox.rest?.()
    const text = changedSettingsText((await changedSettings?.()) ?? [])
    if (text !== undefined) context.emit({ type: 'turn.noted', turnId: context.turnId, text })
  }
}
