import type { TokenUsage } from '@shared/domain/agent-event'
import type { ResponseItem } from '@shared/domain/response-item'
import type OpenAI from 'openai'
import type { ModelEvent, ModelRequest } from '../../core/ports/models'

/** A finished item, with the id that its deltas carried. */
export interface FinishedItem {
  readonly itemId: string
  readonly item: ResponseItem
}

/**
 * How one attempt at an answer ended. Only `complete` may hold function calls: a `cut` one (output limit, content
 * filter) may have lost half a call, so it holds none, and `unfinished` means that the end marker never came.
 */
export type AnswerEnd =
  | {
      readonly kind: 'complete'
      readonly items: readonly FinishedItem[]
      readonly usage: TokenUsage | undefined
    }
  | {
      readonly kind: 'cut'
      readonly why: 'length' | 'content-filter'
      readonly items: readonly FinishedItem[]
    }
  | { readonly kind: 'unfinished'; readonly reason: string }

/**
 * Reads the events of one attempt. Items are held back until the end marker, so that an attempt that breaks has
 * reported nothing that counts and can be made again without yielding a call twice.
 */
export interface AnswerReader {
  /** What to show for one decoded event. Throws BrokenStream for a wrong shape, ReportedError for the server's own. */
  take(event: unknown): readonly ModelEvent[]
  /** True once nothing that follows can matter. */
  readonly ended: boolean
  end(): AnswerEnd
}

/** An answer whose headers are there. `contentType` is '' when the server named none. */
export interface OpenedAnswer {
  readonly events: AsyncIterable<unknown>
  readonly contentType: string
  readonly headers: Headers
}

/** Sends a prepared request; rejects with the library's error. */
export type SendRequest = (client: OpenAI, signal: AbortSignal) => Promise<OpenedAnswer>

/** One of the two ways to talk to a server. `prepare` does no I/O and can be sent again. */
export interface WireFormat {
  prepare(request: ModelRequest): SendRequest
  reader(): AnswerReader
}

/** The stream is not what the format says it is. */
export class BrokenStream extends Error {
  override readonly name = 'BrokenStream'
  readonly code = 'broken-stream'
}

/** The server says within the stream that it failed. `detail` is its error object, unread and untrusted. */
export class ReportedError extends Error {
  override readonly name = 'ReportedError'
  readonly code = 'reported-error'
  readonly detail: unknown
  constructor(detail: unknown) {
    super('the server reported an error within the stream')
    this.detail = detail
  }
}
