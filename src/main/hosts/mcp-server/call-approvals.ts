import type { ApprovalRequest } from '@shared/domain/approval'
import type { AssessmentUpdate } from '@shared/domain/assessment'
import type { WireEvent } from '@shared/domain/event-msg'
import { decideByReview } from '../../core/wire/decide-by-review'
import { PendingApprovals } from '../protocol/pending-approvals'
import type { CallClient } from './call-client'
import type { McpEngine } from './conversation'
import { elicitation } from './elicitation'
import { readAnswer } from './read-answer'

/** The model's view has its own limit, at most a minute (config.toml); this stands behind it, so that nobody waits for ever. */
const longestViewMs = 65_000

const nobody =
  'Nobody could be asked: the MCP client does not support elicitation (forms), so every approval is denied. Do not try it again in another way; say what was denied.'

/** The approvals of one tool call: what is asked of its client, and what becomes of the answers. */
export class CallApprovals {
  readonly #composed: McpEngine
  readonly #client: CallClient
  readonly #pending = new PendingApprovals()
  readonly #asked = new Map<string, AbortController>()
  readonly #notes = new Set<string>()

  constructor(composed: McpEngine, client: CallClient) {
    this.#composed = composed
    this.#client = client
  }

  /** What the client should know besides the agent's last message. */
  get notes(): readonly string[] {
    return [...this.#notes]
  }

  /** Takes a request as the engine tells of it; one that is over is withdrawn. */
  note(request: ApprovalRequest): void {
    this.#pending.note(request)
    if (request.state === 'pending') return
    this.#asked.get(request.id)?.abort(new Error('the request is over'))
    this.#asked.delete(request.id)
  }

  /** Takes the model's view of a request that waits. */
  noteView(requestId: string, update: AssessmentUpdate): void {
    const request = this.#pending.get(requestId)
    if (request) this.note({ ...request, assessment: { ...request.assessment, ...update } })
  }

  /** The request with the model's view in it: a form that stands before a person cannot change (decision 033). */
  async readyToShow(request: ApprovalRequest): Promise<ApprovalRequest> {
    await this.#pending.settled(request.id, longestViewMs)
    return this.#pending.get(request.id) ?? request
  }

  /** Asks about a request that still waits, and hands the decision to the engine. Never rejects; a failure leaves it undecided. */
  async ask(request: ApprovalRequest, event: WireEvent): Promise<void> {
    const { engine, log } = this.#composed
    const params = elicitation(event, request, this.#client.callId)
    if (!params || !this.#pending.get(request.id)) return
    try {
      if (!this.#client.canAsk) {
        this.#notes.add(nobody)
        await engine.decide(request.id, { kind: 'deny', message: nobody }, 'client')
        return
      }
      await engine.decide(
        request.id,
        decideByReview(await this.#answer(request.id, params), request),
        'client',
      )
    } catch (error) {
      // It waits on, undecided: nothing runs (fails closed).
      log.error('an answer could not be put on record', error)
    }
  }

  async #answer(requestId: string, params: Record<string, unknown>) {
    const withdrawn = new AbortController()
    this.#asked.set(requestId, withdrawn)
    try {
      return readAnswer(await this.#client.ask(params, withdrawn.signal))
    } catch (error) {
      if (!withdrawn.signal.aborted) {
        this.#notes.add('An approval was denied because the client did not answer it readably.')
        this.#composed.log.error('an elicitation was not answered', error)
      }
      return 'denied' as const
    }
  }
}
