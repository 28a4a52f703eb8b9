import type { Clock } from '../../src/main/core/ports/system'
import type { ModelEvent, ModelProviders, ModelRequest } from '../../src/main/core/ports/models'
import type { AssessmentSettings } from '../../src/main/core/assessment/assessment-settings'
import type { ViewParts } from '../../src/main/core/assessment/model-view/view-source'

/** A model that is asked and answers when the test says so. */
export interface HeldModel {
  readonly providers: ModelProviders
  readonly requests: readonly HeldRequest[]
}

/** One request that waits. `say` streams a piece, `finish` ends the answer with what was said or with the text given. */
export interface HeldRequest {
  readonly request: ModelRequest
  readonly signal: AbortSignal
  say(text: string): Promise<void>
  finish(text?: string): void
  fail(error: Error): void
}

type Step =
  | { readonly kind: 'say' | 'finish'; readonly text: string }
  | { readonly kind: 'fail'; readonly error: Error }

/** A provider for every name, whose answers the test writes. An aborted request ends with the signal's reason. */
export function heldModel(): HeldModel {
  const requests: HeldRequest[] = []
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    let next = Promise.withResolvers<Step>()
    signal.addEventListener('abort', () => {
      // Nobody may be waiting for the next step when the end comes.
      next.promise.catch(() => undefined)
      next.reject(signal.reason as Error)
    })
    let said = ''
    requests.push({
      request,
      signal,
      async say(text) {
        next.resolve({ kind: 'say', text })
        // The generator takes the piece and hands it on before the next one may come.
        for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
      },
      finish: (text = said) => next.resolve({ kind: 'finish', text }),
      fail: (error) => next.resolve({ kind: 'fail', error }),
    })
    for (;;) {
      const step = await next.promise
      next = Promise.withResolvers<Step>()
      switch (step.kind) {
        case 'say':
          said += step.text
          yield { type: 'text-delta', itemId: 'm', text: step.text }
          break
        case 'fail':
          throw step.error
        case 'finish':
          yield {
            type: 'item',
            itemId: 'm',
            item: {
              type: 'message',
              role: 'assistant',
              content: [{ type: 'output_text', text: step.text }],
            },
          }
          yield { type: 'completed' }
          return
      }
    }
  }
  return { requests, providers: { open: () => ({ stream }), choices: () => [] } }
}

/** Time that moves when told; sleepers wake when their time has come. */
export function steppedClock(): Clock & { advance(ms: number): void } {
  let now = Date.UTC(2026, 10, 21, 9)
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>()
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { at: now + ms, wake: resolve }
        sleepers.add(sleeper)
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper)
          reject(signal.reason as Error)
        })
      }),
    advance(ms) {
      now += ms
      for (const sleeper of [...sleepers]) {
        if (sleeper.at > now) continue
        sleepers.delete(sleeper)
        sleeper.wake()
      }
    },
  }
}

/** The parts of an assessor over a held model, with a limit of 5 s. */
export function heldParts(settings: Partial<AssessmentSettings> = {}) {
  const model = heldModel()
  const clock = steppedClock()
  let count = 0
  const parts: ViewParts = {
    models: model.providers,
    clock,
    ids: { next: () => `mark-${String((count += 1))}` },
    settings: { enabled: true, timeoutMs: 5000, ...settings },
  }
  return { parts, clock, requests: model.requests }
}
