import type { ModelView } from '@shared/domain/assessment'
import type { OutputForm } from '../../ports'
import type { SharedQuestion } from './shared-question'

/** A question that waits for its answer. `startedAt` is milliseconds since the epoch; `answer` never rejects. */
export interface OpenQuestion {
  readonly question: SharedQuestion
  readonly startedAt: number
  readonly answer: Promise<ModelView>
}

/** A view that holds an opinion: the only kind that is kept. */
export type GivenView = Extract<ModelView, { status: 'success' }>

const mostViews = 200
/** Longest key that is kept, in characters: megabyte commands do not come twice often enough to hold them. */
const longestKey = 50_000

/** What one session remembers of the models it asked. Gone with the session. */
export class SessionViews {
  /** The questions that wait for an answer, by key. */
  readonly open = new Map<string, OpenQuestion>()
  readonly #given = new Map<string, GivenView>()
  readonly #modes = new Map<string, OutputForm['mode']>()

  given(key: string): GivenView | undefined {
    return this.#given.get(key)
  }

  /** Keeps an answer; beyond 200 the oldest goes. */
  keep(key: string, view: GivenView): void {
    if (key.length > longestKey) return
    this.#given.set(key, view)
    const [oldest] = this.#given.keys()
    if (this.#given.size > mostViews && oldest !== undefined) this.#given.delete(oldest)
  }

  /** The best form that a provider's model is not known to refuse. */
  mode(provider: string, model: string): OutputForm['mode'] {
    return this.#modes.get(JSON.stringify([provider, model])) ?? 'schema'
  }

  refused(provider: string, model: string, next: OutputForm['mode']): void {
    this.#modes.set(JSON.stringify([provider, model]), next)
  }
}
