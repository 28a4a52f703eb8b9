import type { AgentEvent, TokenUsage } from '@shared/domain/agent-event'
import { toFault } from '@shared/domain/fault'
import {
  answerTo,
  asFunctionCall,
  callOutput,
  messageText,
  type FunctionCall,
  type ResponseItem,
} from '@shared/domain/response-item'
import type { CommandParts, FollowedTurn, TurnContext } from '../turn/turn-context'
import type { ModelRequest, ModelStream } from '../ports/models'
import type { FollowedSettings } from '../ports/workspace'
import type { Tool, ToolReply } from '../tools/tool'
import { noteAtEnd, noteLate } from './notes-at-end'
import { normaliseHistory } from './history'
import { baseInstructions } from './instructions'

/** How a turn ended, and the agent's last message if there was one. */
export interface TurnEnd {
  readonly outcome: 'completed' | 'interrupted' | 'failed'
  readonly lastMessage: string | undefined
}

/** The event that tells a turn's end. */
export function turnFinished(turnId: string, { outcome, lastMessage }: TurnEnd): AgentEvent {
  return { type: 'turn.finished', turnId, outcome, ...(lastMessage !== undefined && { lastMessage }) }
}

/** Messages that a person gives to the turn while it runs. */
export interface GivenMessages {
  /** Puts what waits on record, in order; whether there was any. Rejects as `remember` does, and what is left waits on. */
  take(): Promise<boolean>
  /** Takes none any more; false: some wait, and the turn must go on. */
  ends(): boolean
  /** Takes none any more, whatever waits: nobody asks the model again. */
  close(): void
}

/** What a turn works with. `request` is the part of every request that the session's settings decide. `items` reads the whole history; `remember` puts an item on record before anything acts on it. */
export interface TurnWork {
  readonly model: ModelStream
  readonly request: Pick<ModelRequest, 'model' | 'reasoningEffort' | 'reasoningSummary' | 'output'> &
    Partial<Pick<ModelRequest, 'instructions'>>
  /** The tools that are on offer for the next request. */
  tools(): readonly Tool[]
  /** Resolves when the tools are known that a turn should wait for. */
  toolsReady(): Promise<void>
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
  /** A call begins whose output will be remembered; see SessionRecord. */
  awaitOutput(callId: string): void
  readonly given: GivenMessages
  /** What a person wants done before the model is asked; `ends`: the turn is over with it. Absent: nothing. */
  readonly first?: (context: TurnContext, work: TurnWork) => Promise<Pick<ToolReply, 'ends'>>
}

interface Call extends FunctionCall {
  readonly item: ResponseItem
}

/** Streams one answer; returns its calls and its text. Items count only when they are whole. */
async function streamAnswer(work: TurnWork): Promise<{
  readonly calls: readonly Call[]
  readonly message: string | undefined
  readonly tools: readonly Tool[]
}> {
  const { context, model } = work
  const tools = work.tools()
  const calls: Call[] = []
  let message: string | undefined
  const request = {
    sessionId: context.sessionId,
    instructions: baseInstructions,
    ...work.request,
    input: normaliseHistory(work.items()),
    // What a compaction took out of the history may still run.
    takenCalls: context.processes?.runs.calls() ?? [],
    tools: tools.map((tool) => tool.spec),
  }
  for await (const event of model.stream(request, context.signal)) {
    context.signal.throwIfAborted()
    switch (event.type) {
      case 'text-delta':
        context.emit({ type: 'message.delta', itemId: event.itemId, text: event.text })
        break
      case 'reasoning-delta':
        context.emit({
          type: 'reasoning.delta',
          itemId: event.itemId,
          text: event.text,
          ...(event.raw && { raw: true }),
          ...(event.section && { section: true }),
        })
        break
      case 'limits':
        context.emit({ type: 'limits.updated', limits: event.limits })
        break
      case 'item':
        await work.remember(event.item)
        {
          const call = asFunctionCall(event.item)
          if (call) calls.push({ ...call, item: event.item })
        }
        if (event.item.type === 'message') {
          message = messageText(event.item)
          context.emit({ type: 'message.completed', itemId: event.itemId, text: message })
        }
        break
      case 'search':
        if (event.done === undefined) context.emit({ type: 'search.started', callId: event.itemId })
        else context.emit({ type: 'search.finished', callId: event.itemId, query: event.done })
        break
      case 'retrying':
        context.emit({ type: 'model.retrying', attempt: event.attempt, reason: event.reason })
        break
      case 'completed':
        if (event.usage) work.count(event.usage)
        break
    }
  }
  return { calls, message, tools }
}

/** So long a turn's answer is waited for before its folder is kept for undo, in milliseconds: the request goes first, and what is over by then ran nothing. */
const keepsAfterMs = 25

/** A turn whose folder is kept from its first call on, or from when its model takes longer than one that answers at once. */
interface TurnKeeping {
  /** What its calls run in, and wait for: the folder is being kept, and what tools' settings are before them is looked at. */
  context(): TurnContext
  end(): void
}

/** Whether something that a session started runs beside its turn: processes that stay, and agents. */
const hasWork = ({ processes, agents }: TurnContext): boolean =>
  (processes?.runs.calls().length ?? 0) > 0 || (agents?.all().some(({ end }) => end === undefined) ?? false)

function keepLater(
  { context, parts: { checkpoints, clock } }: TurnWork,
  settings: FollowedSettings | undefined,
): TurnKeeping {
  const over = new AbortController()
  let followed: FollowedTurn | undefined
  let told: Promise<void> | undefined
  // What stays from earlier turns may be at work in one that calls nothing.
  let acts = hasWork(context)
  const begin = (): FollowedTurn | undefined => (followed ??= checkpoints?.follow(context))
  if (checkpoints) void clock.sleep(keepsAfterMs, over.signal).then(begin, () => undefined) // it is over before
  return {
    context: () => {
      acts = true
      const { begun = false, late, since, files, held } = begin() ?? {}
      told ??= noteLate(context, late)
      // What a call takes away before it was looked at would be told by nobody.
      const kept = Promise.all([begun, settings?.begun, told]).then(([isKept]) => isKept)
      const what = {
        ...(since !== undefined && { keptSince: since }),
        ...(files && { keptFiles: files }),
        ...(held && { keptAt: held }),
      }
      return { ...context, kept, ...what }
    },
    end: () => {
      over.abort()
      followed?.end(!acts && !hasWork(context))
    },
  }
}

async function runTool(
  work: TurnWork,
  tools: readonly Tool[],
  call: Call,
  keeping: TurnKeeping,
): Promise<ToolReply> {
  const tool = tools.find((each) => each.spec.name === call.name)
  if (tool) {
    const context = keeping.context()
    if (!tool.byPerform) await context.kept
    return tool.run({ callId: call.id, arguments: call.arguments }, context, work.parts)
  }
  const known = tools.map((each) => each.spec.name).join(', ')
  const reason = `there is no tool "${call.name.slice(0, 80)}"; expected one of: ${known}`
  work.context.emit({ type: 'tool.rejected', callId: call.id, name: call.name.slice(0, 80), reason })
  return { text: `unsupported call: ${reason}. Nothing ran.`, ends: false }
}

/**
 * One turn: model, tools, model, until an answer has no calls and nothing was written to it meanwhile. What is written to it is taken before
 * its next request, behind the outputs of all calls, and never while the history is compacted. An abort of the signal ends it at any point as
 * `interrupted`, with every open call answered "aborted"; a fault ends it as `failed` and is reported. Nothing is then
 * prepared for another command, and what of tools' settings was changed meanwhile is told. Never throws.
 */
export async function runTurn(work: TurnWork): Promise<TurnEnd> {
  const { context } = work
  let lastMessage: string | undefined
  const settings = work.parts.toolSettings?.follow(context.cwd)
  const keeping = keepLater(work, settings)
  try {
    await work.toolsReady()
    const begun = await work.first?.(keeping.context(), work)
    if (begun?.ends) return { outcome: 'interrupted', lastMessage }
    for (;;) {
      context.signal.throwIfAborted()
      await work.makeRoom()
      if (await work.given.take()) await work.makeRoom()
      context.signal.throwIfAborted()
      const { calls, message, tools } = await streamAnswer(work)
      lastMessage = message ?? lastMessage
      if (calls.length === 0) {
        if (work.given.ends()) return { outcome: 'completed', lastMessage }
        continue
      }
      let ended = false
      for (const call of calls) {
        if (!ended) work.awaitOutput(call.id)
        const reply: ToolReply = ended
          ? { text: 'aborted', ends: true }
          : await runTool(work, tools, call, keeping)
        ended ||= reply.ends || context.signal.aborted
        await work.remember(answerTo(call.item, call.id, callOutput(reply.text, reply.images)))
      }
      if (ended) return { outcome: 'interrupted', lastMessage }
    }
  } catch (error) {
    if (context.signal.aborted) return { outcome: 'interrupted', lastMessage }
    const fault = toFault(error)
    if (fault.code === 'context-length') work.overflow()
    work.given.close() // whoever hears of the fault may write the next message, which is not for this turn
    context.emit({ type: 'error.reported', fault })
    return { outcome: 'failed', lastMessage }
  } finally {
    await work.parts.sandbox.rest?.()
    keeping.end()
    await noteAtEnd(context, work.parts, settings)
  }
}
