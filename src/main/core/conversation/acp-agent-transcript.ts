import type { CommandOutcome } from '@shared/domain/command-outcome'
import { FaultError } from '@shared/domain/fault'
import { assistantMessage, type ResponseItem } from '@shared/domain/response-item'
import { withinQuotes } from '@shared/domain/within-quotes'
import { z } from 'zod'
import type { AcpAgentCall, AcpAgentUpdate } from '../acp-agents/acp-agent'
import { acpAgentCallAs, acpAgentChanges, acpAgentCommand } from '../acp-agents/acp-agent-call'
import type { CommandParts, TurnContext } from '../turn/turn-context'

/** What an ACP agent may say in one turn, in characters and in updates; more ends it. */
const maxSaid = 8_000_000
const maxUpdates = 100_000
/** So many characters of its calls are put on record in one turn; more ends it. */
const maxShown = 64_000_000

/** A call that was told of; `over` when it has ended. */
interface ReportedCall {
  readonly as: 'command' | 'patch' | 'tool'
  shown: string
  over: boolean
}

/** What of an ACP agent's updates belongs to a turn. */
export type UpdateInTurn = Exclude<AcpAgentUpdate, { readonly kind: 'commands' }>

/** What a transcript is written with. `remember` puts an item on record, in order. */
export interface TranscriptParts {
  readonly name: string
  readonly turn: TurnContext
  /** How often the ACP agent was begun anew in this turn: ids of its calls begin anew with it. */
  readonly again: number
  readonly parts: Pick<CommandParts, 'ids' | 'textDiff' | 'sandbox'>
  remember(item: ResponseItem): Promise<void>
}

/** Turns what an ACP agent tells in one turn into the session's own events and record. All of it is the ACP agent's word. */
export class AcpAgentTranscript {
  readonly #parts: TranscriptParts
  readonly #calls = new Map<string, ReportedCall>()
  readonly #refused = new Set<string>()
  #open: { readonly kind: 'message' | 'thought'; readonly itemId: string; text: string } | undefined
  #order: Promise<void> = Promise.resolve()
  #last: string | undefined
  #said = 0
  #updates = 0
  #shown = 0

  constructor(parts: TranscriptParts) {
    this.#parts = parts
  }

  /** Its last whole message. */
  get lastMessage(): string | undefined {
    return this.#last
  }

  /** The id that a call of the ACP agent's has in this session. Ids of ACP agents begin anew with every conversation. */
  callId(id: string): string {
    const { turn, again } = this.#parts
    return `guest-${String(turn.turnNumber)}${again === 0 ? '' : `.${String(again)}`}-${id}`
  }

  /** Takes one update. Throws FaultError for one that is too much. */
  take(update: UpdateInTurn): void {
    this.#updates += 1
    if ('text' in update) this.#said += update.text.length
    if (this.#said > maxSaid || this.#updates > maxUpdates) throw this.#tooMuch()
    const { turn } = this.#parts
    switch (update.kind) {
      case 'message':
      case 'thought':
        this.#say(update.kind, update.text)
        break
      case 'call':
        this.#close()
        this.#call(update.call)
        break
      case 'plan':
        this.#close()
        turn.emit({ type: 'plan.updated', callId: this.callId('plan'), plan: [...update.steps] })
        break
      case 'mode':
        this.note(`${this.#parts.name} works in its mode “${withinQuotes(update.name.slice(0, 80))}” now.`)
        break
    }
  }

  /** The ACP agent was told no about a call: it was not done. */
  refuse(call: AcpAgentCall): void {
    this.#close()
    this.#refused.add(call.id)
    const reported = this.#calls.get(call.id) ?? { as: acpAgentCallAs(call), shown: '', over: false }
    if (!reported.over)
      this.#finish(call.id, reported, { kind: 'refused', reason: 'Denied. Nothing ran.' }, call)
  }

  /** Puts a sentence of our own in the transcript. */
  note(text: string): void {
    const { turn } = this.#parts
    turn.emit({ type: 'turn.noted', turnId: turn.turnId, text })
  }

  /** Ends what is open: `how` is what becomes of calls that did not end. Resolves when all is on record; rejects when it cannot be. */
  async finish(how: 'ended' | 'cancelled'): Promise<void> {
    this.#close()
    for (const [id, reported] of this.#calls)
      if (!reported.over)
        this.#finish(
          id,
          reported,
          how === 'cancelled' ? cancelled : { kind: 'refused', reason: 'It did not say how this ended.' },
        )
    await this.#order
  }

  #say(kind: 'message' | 'thought', text: string): void {
    if (text === '') return
    if (this.#open?.kind !== kind) this.#close()
    this.#open ??= { kind, itemId: this.#parts.parts.ids.next(), text: '' }
    const { itemId } = this.#open
    this.#open.text += text
    this.#parts.turn.emit({ type: kind === 'message' ? 'message.delta' : 'reasoning.delta', itemId, text })
  }

  #close(): void {
    const open = this.#open
    this.#open = undefined
    if (!open) return
    const { itemId, text } = open
    if (open.kind === 'thought') {
      this.#remember({ type: 'reasoning', summary: [{ type: 'summary_text', text }] })
      return
    }
    this.#last = text
    this.#remember(assistantMessage(text))
    this.#parts.turn.emit({ type: 'message.completed', itemId, text })
  }

  #remember(item: ResponseItem): void {
    const kept = this.#order.then(() => this.#parts.remember(item))
    // It is told at the end; meanwhile nobody waits.
    kept.catch(() => undefined)
    this.#order = kept
  }

  #call(call: AcpAgentCall): void {
    const { turn } = this.#parts
    const known = this.#calls.get(call.id)
    if (this.#refused.has(call.id)) {
      if (call.status === 'completed' && this.#refused.delete(call.id))
        this.note(
          `${this.#parts.name} says that it did what it was told no to: “${withinQuotes(call.title.slice(0, 200))}”`,
        )
      return
    }
    if (known?.over) return
    const settled = call.status === 'completed' || call.status === 'failed'
    // Agents name a call before they ask about it: it is told when it is done, or has begun.
    if (!known && call.status === 'pending') return
    if (!known || settled) this.#shown += sizeOf(call)
    if (this.#shown > maxShown) throw this.#tooMuch()
    const reported = known ?? this.#begin(call)
    if (
      reported.as === 'command' &&
      call.output.length > reported.shown.length &&
      call.output.startsWith(reported.shown)
    ) {
      const text = call.output.slice(reported.shown.length)
      turn.emit({ type: 'command.output', callId: this.callId(call.id), stream: 'stdout', text })
      reported.shown = call.output
    }
    if (settled) this.#finish(call.id, reported, outcomeOf(call), call)
  }

  #tooMuch(): FaultError {
    const message = `${this.#parts.name} said more than a turn can hold, and was stopped.`
    return new FaultError({ code: 'bad-stream', message })
  }

  #begin(call: AcpAgentCall): ReportedCall {
    const { turn, parts, name } = this.#parts
    const callId = this.callId(call.id)
    const open = turn.sandboxPolicy.mode === 'danger-full-access'
    const contained = { confinement: open ? ('none' as const) : parts.sandbox.confinement, grants: [] }
    const as = acpAgentCallAs(call)
    switch (as) {
      case 'patch': {
        const changes = acpAgentChanges(call, turn.cwd, (before, after) =>
          parts.textDiff.hunks(before, after),
        )
        turn.emit({ type: 'patch.started', callId, attempt: 1, changes, autoApproved: true, ...contained })
        break
      }
      case 'command':
        turn.emit({
          ...{ type: 'command.started', callId, attempt: 1, cwd: turn.cwd },
          command: [...acpAgentCommand(call)],
          ...contained,
        })
        break
      case 'tool':
        turn.emit({ type: 'mcp.started', callId, invocation: invocationOf(call, name) })
        break
    }
    const reported: ReportedCall = { as, shown: '', over: false }
    this.#calls.set(call.id, reported)
    return reported
  }

  #finish(id: string, reported: ReportedCall, outcome: CommandOutcome, call?: AcpAgentCall): void {
    reported.over = true
    const { turn, name } = this.#parts
    const callId = this.callId(id)
    switch (reported.as) {
      case 'command':
        turn.emit({ type: 'command.finished', callId, outcome })
        break
      case 'patch':
        turn.emit({ type: 'patch.finished', callId, outcome })
        break
      case 'tool':
        turn.emit({
          ...{ type: 'mcp.finished', callId },
          invocation: call ? invocationOf(call, name) : { server: name, tool: '', arguments: {} },
          result:
            outcome.kind === 'refused'
              ? { kind: 'stopped', cause: 'refused', reason: outcome.reason, durationMs: 0 }
              : call
                ? {
                    ...{ kind: 'answered', images: [], durationMs: 0 },
                    failed: call.status === 'failed',
                    text: call.output,
                  }
                : {
                    kind: 'stopped',
                    cause: 'cancelled',
                    reason: 'It did not say how this ended.',
                    durationMs: 0,
                  },
        })
        break
    }
  }
}

const sizeOf = ({ diffs, input, output }: AcpAgentCall): number =>
  diffs.reduce(
    (sum, { before = '', after }) => sum + before.length + after.length,
    JSON.stringify(input).length + output.length,
  )

const noOutput = { stdout: '', stderr: '', aggregated: '', omittedBytes: 0 }
const cancelled: CommandOutcome = { kind: 'cancelled', durationMs: 0, output: noOutput }

/** How a call ended, in the ACP agent's word; an exit code that it does not tell is 0 or 1. */
function outcomeOf({ status, exitCode, output }: AcpAgentCall): CommandOutcome {
  return {
    kind: 'exited',
    exitCode: exitCode ?? (status === 'failed' ? 1 : 0),
    durationMs: 0,
    output: { ...noOutput, stdout: output, aggregated: output },
  }
}

function invocationOf(call: AcpAgentCall, name: string) {
  const args = z.record(z.string(), z.json()).safeParse(call.input)
  return {
    server: name,
    tool: call.title.slice(0, 200) || call.kind,
    arguments: args.success ? args.data : {},
  }
}
