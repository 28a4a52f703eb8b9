import { randomUUID } from 'node:crypto'
import { FaultError } from '@shared/domain/fault'
import type OpenAI from 'openai'
import { calledId, type ResponseItem } from '@shared/domain/response-item'
import type { Clock } from '../../core/ports/system'
import type { ModelEvent, ModelRequest, ModelStream } from '../../core/ports/models'
import { lostKey, type Endpoint } from './endpoint'
import {
  brokenFailure,
  cutFault,
  notAStreamFailure,
  requestFailure,
  streamFailure,
  type Failure,
  type Target,
} from './failure'
import { headersOf, readRateLimits } from './read-rate-limits'
import { retryAfter, retryBudget } from './retry-delay'
import type { AnswerEnd, OpenedAnswer, SendRequest, WireFormat, FinishedItem } from './wire-format'

/** What a provider's stream is made of. `idleTimeoutMs` is how long a begun answer may be silent. */
export interface AnswerParts {
  readonly endpoint: Endpoint
  readonly format: WireFormat
  readonly clock: Clock
  readonly idleTimeoutMs: number
  connect(): Promise<OpenAI>
}

type Ended = Exclude<AnswerEnd, { kind: 'unfinished' }>
type Attempt =
  | Ended
  | {
      readonly kind: 'failed'
      readonly failure: Failure
      readonly retryAfterMs?: number | undefined
      readonly headers?: Headers | undefined
    }

interface Request extends AnswerParts {
  readonly target: Target
  readonly client: OpenAI
  readonly send: SendRequest
}

/**
 * A provider's stream with its retries. Deltas come as they arrive; items come together once the answer's end marker
 * is there, so that an attempt made again after `retrying` reports nothing twice. Throws FaultError when the answer
 * cannot be had, and the signal's reason when it is aborted; then the request is cancelled at the server as well.
 */
export function answerStream(parts: AnswerParts): ModelStream {
  return { stream: (request, signal) => answer(parts, request, signal) }
}

async function* answer(
  parts: AnswerParts,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelEvent> {
  signal.throwIfAborted()
  const formed = request.output !== undefined && request.output.mode !== 'text'
  const target = { endpoint: parts.endpoint, model: request.model, formed }
  const send = parts.format.prepare(request)
  const client = await parts.connect()
  signal.throwIfAborted()
  const budget = retryBudget(parts.endpoint.provider)
  for (let number = 1; ; number += 1) {
    const attempt = yield* attemptOnce({ ...parts, target, client, send }, signal)
    if (attempt.kind !== 'failed') {
      yield* report(attempt, request, target)
      return
    }
    const { fault, retry } = attempt.failure
    const delay = budget.next(retry, attempt.retryAfterMs)
    if (delay === undefined) throw new FaultError(fault)
    yield { type: 'retrying', attempt: number, reason: fault.message }
    await parts.clock.sleep(delay, signal)
    const { isHeld, id } = parts.endpoint
    if (isHeld?.() === false) throw new FaultError(lostKey(id))
  }
}

async function* attemptOnce(request: Request, signal: AbortSignal): AsyncGenerator<ModelEvent, Attempt> {
  const stop = new AbortController()
  try {
    const opened = await openAnswer(request, AbortSignal.any([signal, stop.signal]))
    signal.throwIfAborted()
    const limits = opened.headers && readRateLimits(opened.headers, request.clock.now())
    if (limits) yield { type: 'limits', limits }
    return 'failure' in opened ? opened : yield* readAnswer(request, opened, { signal, stop })
  } finally {
    stop.abort()
  }
}

async function openAnswer(
  request: Request,
  signal: AbortSignal,
): Promise<OpenedAnswer | Extract<Attempt, { kind: 'failed' }>> {
  try {
    return await request.send(request.client, signal)
  } catch (error) {
    const failure = requestFailure(error, request.target)
    const headers = headersOf(error)
    return { kind: 'failed', failure, retryAfterMs: retryAfter(error, request.clock.now()), headers }
  }
}

async function* readAnswer(
  { format, target, idleTimeoutMs }: Request,
  opened: OpenedAnswer,
  { signal, stop }: { readonly signal: AbortSignal; readonly stop: AbortController },
): AsyncGenerator<ModelEvent, Attempt> {
  const reader = format.reader()
  const idle = watchIdle(idleTimeoutMs, () => stop.abort())
  let empty = true
  let broken: Failure | undefined
  try {
    for await (const event of opened.events) {
      idle.touch()
      empty = false
      yield* reader.take(event)
      if (reader.ended) break
    }
  } catch (error) {
    broken = streamFailure(error, target)
  } finally {
    idle.stop()
  }
  // The library ends an aborted stream in silence.
  signal.throwIfAborted()
  const end = reader.end()
  // What breaks behind the end marker takes nothing from the answer.
  if (end.kind !== 'unfinished') return end
  if (broken) return { kind: 'failed', failure: broken }
  if (idle.expired) {
    const seconds = String(idleTimeoutMs / 1000)
    return { kind: 'failed', failure: brokenFailure(`nothing came for ${seconds} s`, target) }
  }
  if (empty && !opened.contentType.toLowerCase().startsWith('text/event-stream') && opened.contentType !== '')
    return { kind: 'failed', failure: notAStreamFailure(opened.contentType, target) }
  return { kind: 'failed', failure: brokenFailure(end.reason, target) }
}

/** Watches for silence. */
interface IdleWatch {
  /** Something came: the time starts anew. */
  touch(): void
  stop(): void
  /** True once the limit was reached. */
  readonly expired: boolean
}

/** Calls `onIdle` once when `limitMs` pass without a touch. */
function watchIdle(limitMs: number, onIdle: () => void): IdleWatch {
  let expired = false
  const timer = setTimeout(() => {
    expired = true
    onIdle()
  }, limitMs)
  return {
    touch: () => timer.refresh(),
    stop: () => clearTimeout(timer),
    get expired() {
      return expired
    },
  }
}

function* report(end: Ended, request: ModelRequest, target: Target): Generator<ModelEvent> {
  for (const { itemId, item } of withUniqueCallIds(end.items, request.input, request.takenCalls))
    yield { type: 'item', itemId, item }
  if (end.kind === 'cut') throw new FaultError(cutFault(end.why, target))
  yield { type: 'completed', ...(end.usage && { usage: end.usage }) }
}

/**
 * The items with call ids that are unique within the session. Some local servers send none, or count from zero in
 * every answer; approvals, outputs and the stopping of what runs hang on the id, so a missing or taken one is replaced.
 * `more` are taken besides those of the history, which a compaction cuts.
 */
export function withUniqueCallIds(
  items: readonly FinishedItem[],
  history: readonly ResponseItem[],
  more: readonly string[] = [],
): FinishedItem[] {
  const taken = new Set([...history.flatMap((item) => calledId(item) ?? []), ...more])
  return items.map((finished) => {
    const { item } = finished
    const given = calledId(item)
    if (given === undefined) return finished
    const free = given !== '' && !taken.has(given)
    const callId = free ? given : `call_${randomUUID()}`
    taken.add(callId)
    return free ? finished : { ...finished, item: { ...item, call_id: callId } as ResponseItem }
  })
}
