import { toFault } from '@shared/domain/fault'
import type { Clock } from '../ports/system'
import type { ModelEvent, ModelProviders, ModelStream } from '../ports/models'
import type { Telemetry, TelemetryEvent, TelemetrySubject } from './telemetry'

/** Providers whose requests are told of: turns, summaries and views alike, since all of them come by here. */
export function observeModels(models: ModelProviders, telemetry: Telemetry, clock: Clock): ModelProviders {
  return { ...models, open: (provider) => observe(models.open(provider), telemetry, clock) }
}

function observe(stream: ModelStream, telemetry: Telemetry, clock: Clock): ModelStream {
  return {
    ...stream,
    async *stream(request, signal) {
      const subject: TelemetrySubject = { sessionId: request.sessionId, model: request.model }
      const watch = new Watch(clock, (event) => {
        telemetry.record(subject, event)
      })
      try {
        for await (const event of stream.stream(request, signal)) {
          watch.saw(event)
          yield event
        }
      } catch (error) {
        if (!signal.aborted) watch.failed(toFault(error).message)
        throw error
      }
    },
  }
}

/** One answer as it comes: which attempt it is, and since when. */
class Watch {
  readonly #clock: Clock
  readonly #record: (event: TelemetryEvent) => void
  #since: number
  #attempt = 1
  #begun = false
  constructor(clock: Clock, record: (event: TelemetryEvent) => void) {
    this.#clock = clock
    this.#record = record
    this.#since = clock.now()
  }

  saw(event: ModelEvent): void {
    // Told with an error as well: it does not begin an answer.
    if (event.type === 'limits') return
    if (event.type === 'retrying') {
      this.failed(event.reason)
      this.#attempt = event.attempt + 1
      this.#begun = false
      return
    }
    if (!this.#begun) this.#request()
    this.#begun = true
    if (event.type === 'item') this.#sse('response.output_item.done')
    if (event.type !== 'completed') return
    const { usage } = event
    this.#sse('response.completed', {
      ...(usage && {
        input_token_count: usage.inputTokens,
        output_token_count: usage.outputTokens,
        cached_token_count: usage.cachedInputTokens,
        tool_token_count: usage.totalTokens,
      }),
    })
  }

  failed(message: string): void {
    if (this.#begun) this.#sse('error', { 'error.message': message })
    else this.#request({ 'error.message': message })
  }

  #request(more: { readonly 'error.message'?: string } = {}): void {
    const attributes = { attempt: this.#attempt, duration_ms: this.#lap(), ...more }
    this.#record({ name: 'api_request', attributes })
  }

  #sse(
    kind: string,
    more: Omit<
      Extract<TelemetryEvent, { name: 'sse_event' }>['attributes'],
      'event.kind' | 'duration_ms'
    > = {},
  ): void {
    this.#record({ name: 'sse_event', attributes: { 'event.kind': kind, duration_ms: this.#lap(), ...more } })
  }

  /** Milliseconds since the last lap. */
  #lap(): number {
    const now = this.#clock.now()
    const passed = now - this.#since
    this.#since = now
    return passed
  }
}
