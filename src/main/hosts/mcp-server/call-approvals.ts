import { z } from 'zod'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { WireEvent } from '../protocol/event-msg'
import { decideByReview } from '../protocol/decide-by-review'
import { AskedRequests } from '../protocol/asked-requests'
import { ReviewDecision } from '../protocol/operation'
import type { CallClient } from './call-client'
import type { McpEngine } from './mcp-conversation'
import { elicitation } from './elicitation'

const nobody =
  'The MCP client does not support elicitation (forms), so nobody can be asked and every approval is denied. Do not try it again in another way; say what was denied.'

/** The approvals of one tool call: what is asked of its client, and what becomes of the answers. */
export class CallApprovals {
  readonly #composed: McpEngine
  readonly #client: CallClient
  readonly #asked: AskedRequests
  readonly #notes = new Set<string>()

  constructor(composed: McpEngine, client: CallClient) {
    this.#composed = composed
    this.#asked = new AskedRequests(composed.engine)
    this.#client = client
  }

  /** What the client should know besides the agent's last message. */
  get notes(): readonly string[] {
    return [...this.#notes]
  }

  /** Follows the requests of the turn; one that is over is withdrawn. */
  take(event: AgentEvent): void {
    this.#asked.take(event)
  }

  /** The request with the model's view in it: a form that stands before a person cannot change (decision 033). */
  readyToShow(request: ApprovalRequest): Promise<ApprovalRequest> {
    return this.#asked.viewed(request)
  }

  /** Asks about a request that still waits, and hands the decision to the engine. Never rejects; a failure leaves it undecided. */
  async ask(request: ApprovalRequest, event: WireEvent): Promise<void> {
    const { engine, log } = this.#composed
    const params = elicitation(event, request, this.#client.callId)
    const over = this.#asked.over(request.id)
    if (!params || !over) return
    try {
      if (!this.#client.canAsk) {
        this.#notes.add(nobody)
        await engine.decide(request.id, { kind: 'deny', message: nobody }, 'engine')
        return
      }
      const answer = await this.#answer(params, over)
      if (answer === undefined) await engine.decide(request.id, { kind: 'deny' }, 'engine')
      else await engine.decide(request.id, decideByReview(answer, request), 'client')
    } catch (error) {
      // It waits on, undecided: nothing runs (fails closed).
      log.error('an answer could not be put on record', error)
    }
  }

  /** Undefined: the client could not be asked, or nothing of its answer is readable. */
  async #answer(params: Record<string, unknown>, over: AbortSignal): Promise<ReviewDecision | undefined> {
    try {
      return readAnswer(await this.#client.ask(params, over))
    } catch (error) {
      if (!over.aborted) {
        this.#notes.add('An approval was denied because the client did not answer it readably.')
        this.#composed.log.error('an elicitation was not answered', error)
      }
      return undefined
    }
  }
}

const Answer = z.object({
  action: z.enum(['accept', 'decline', 'cancel']).optional(),
  decision: z.unknown().optional(),
  content: z.object({ decision: z.unknown().optional() }).nullish(),
})

/**
 * The decision in an answer to an elicitation: `{decision}` from clients of the reference system, `{action: "accept",
 * content: {decision}}` from clients that only know the standard. Declined, cancelled, empty, unreadable or two
 * different ones: `denied`.
 */
export function readAnswer(result: unknown): ReviewDecision {
  const read = Answer.safeParse(result)
  if (!read.success) return 'denied'
  const { action = 'accept', decision, content } = read.data
  if (action !== 'accept') return 'denied'
  const given = [decision, content?.decision].filter((each) => each !== undefined)
  const [first, ...others] = given.map((each) => ReviewDecision.safeParse(each))
  if (first?.success !== true) return 'denied'
  return others.every((each) => each.success && each.data === first.data) ? first.data : 'denied'
}
