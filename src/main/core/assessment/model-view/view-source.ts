import type { ModelView } from '@shared/domain/assessment'
import { toFault } from '@shared/domain/fault'
import type { Clock, Ids } from '../../ports/system'
import type { ModelProviders, OutputForm } from '../../ports/models'
import type { AssessmentSettings } from '../assessment-settings'
import { askModel } from './ask-model'
import { userPrompt } from './user-prompt'
import type { ViewSubject } from './view-subject'

/**
 * One question to a model with several who wait for it. It is given up only when the last of them has gone, so that an
 * answered request does not take the view away from an identical one.
 */
class SharedQuestion {
  /** Aborted when nobody waits any more. */
  readonly signal: AbortSignal
  readonly #stop = new AbortController()
  readonly #listeners = new Set<(text: string) => void>()
  #text = ''

  constructor() {
    this.signal = this.#stop.signal
  }

  /** The description so far. */
  get text(): string {
    return this.#text
  }

  /** Hands on what has come of the description. */
  emit(text: string): void {
    if (text === this.#text) return
    this.#text = text
    for (const listener of [...this.#listeners]) listener(text)
  }

  /** Waits along; returns how to leave. Leaving twice is harmless. */
  join(onText: (text: string) => void): () => void {
    const listener = (text: string): void => onText(text)
    this.#listeners.add(listener)
    return () => {
      if (this.#listeners.delete(listener) && this.#listeners.size === 0) this.#stop.abort()
    }
  }
}

/** What the views are made with. `ids` are unguessable: the marks in the questions are made of them. */
export interface ViewParts {
  readonly models: ModelProviders
  readonly clock: Clock
  readonly ids: Ids
  readonly settings: AssessmentSettings
  /** Lets everything go on that can, writing included; absent: nothing is waited for. */
  readonly nextRound?: () => Promise<unknown>
}

/** A view that was asked for: as it stands now, and the promise of how it ends, which never rejects. */
export interface AskedView {
  readonly now: ModelView
  readonly settled: Promise<ModelView>
}

/** Who waits: what ends the waiting, and who hears the description grow. */
export interface ViewWatch {
  readonly signal: AbortSignal
  readonly onText: (text: string) => void
  /** What comes before the model is asked; it never rejects. Absent: nothing. */
  readonly after?: Promise<unknown> | undefined
}

interface Place {
  readonly key: string
  readonly views: SessionViews
  readonly model: string
}

/**
 * The models' views. Answers are kept per session, failures never; an identical question that is still open is joined,
 * not asked again. Nothing here decides anything.
 */
export class ViewSource {
  readonly #parts: ViewParts
  readonly #sessions = new Map<string, SessionViews>()

  constructor(parts: ViewParts) {
    this.#parts = parts
  }

  /** Asks, unless the answer is known already or nobody is to be asked. */
  ask(subject: ViewSubject, watch: ViewWatch): AskedView {
    const { settings } = this.#parts
    const { modelsView } = subject
    if (modelsView === 'off') return over({ status: 'disabled', reason: 'turned off for this session' })
    if (modelsView === undefined && !settings.enabled)
      return over({ status: 'disabled', reason: 'turned off in config.toml' })
    if (subject.command.length === 0 && (subject.content ?? '') === '')
      return over({ status: 'disabled', reason: 'there is nothing to show a model' })
    const views = this.#viewsOf(subject.sessionId)
    const key = viewKey(subject, settings)
    const given = views.given(key)
    if (given) return over(given)
    const place = { key, views, model: settings.model ?? subject.model }
    if (watch.signal.aborted) return over({ status: 'cancelled', model: place.model, durationMs: 0 })
    return this.#follow(views.open.get(key) ?? this.#start(subject, place, watch.after), watch, place.model)
  }

  /** Forgets a session that has ended. Its open questions end with those who wait for them. */
  forget(sessionId: string): void {
    this.#sessions.delete(sessionId)
  }

  #viewsOf(sessionId: string): SessionViews {
    const known = this.#sessions.get(sessionId) ?? new SessionViews()
    this.#sessions.set(sessionId, known)
    return known
  }

  #follow({ question, startedAt, answer }: OpenQuestion, watch: ViewWatch, model: string): AskedView {
    const leave = question.join(watch.onText)
    const settled = new Promise<ModelView>((resolve) => {
      const end = (view: ModelView): void => {
        watch.signal.removeEventListener('abort', onAbort)
        leave()
        resolve(view)
      }
      const onAbort = (): void =>
        end({ status: 'cancelled', model, durationMs: Math.max(0, this.#parts.clock.now() - startedAt) })
      watch.signal.addEventListener('abort', onAbort, { once: true })
      void answer.then(end)
    })
    return { now: { status: 'waiting', model, text: question.text }, settled }
  }

  #start(subject: ViewSubject, place: Place, after: ViewWatch['after']): OpenQuestion {
    const { key, views } = place
    const question = new SharedQuestion()
    const close = (): void => {
      if (views.open.get(key)?.question === question) views.open.delete(key)
    }
    const answered = after
      ? after.then(this.#parts.nextRound).then(() => this.#answer(subject, place, question))
      : this.#answer(subject, place, question)
    const answer = answered.then((view) => {
      close()
      if (view.status === 'success') views.keep(key, view)
      return view
    })
    const open = { question, startedAt: this.#parts.clock.now(), answer }
    views.open.set(key, open)
    // Given up: whoever comes now must not join what is being stopped.
    question.signal.addEventListener('abort', close)
    return open
  }

  async #answer(subject: ViewSubject, place: Place, question: SharedQuestion): Promise<ModelView> {
    const { models, clock, ids, settings } = this.#parts
    const { views, model } = place
    const { sessionId, provider } = subject
    const startedAt = clock.now()
    const asked = () => ({ model, durationMs: Math.max(0, clock.now() - startedAt) })
    // Nobody waits for it any more, and it was not begun.
    if (question.signal.aborted) return { status: 'cancelled', ...asked() }
    const ask = async (signal: AbortSignal) =>
      askModel(models.open(provider), {
        request: {
          sessionId,
          model,
          ...(settings.reasoningEffort === undefined ? {} : { reasoningEffort: settings.reasoningEffort }),
        },
        prompt: userPrompt(subject, ids.next().replaceAll('-', '')),
        mode: views.mode(provider, model),
        signal,
        onText: (text) => question.emit(text),
        onFallBack: (mode) => views.refused(provider, model, mode),
      })
    try {
      const limit = { limitMs: settings.timeoutMs, clock, signal: question.signal }
      const end = await withinLimit(ask, limit)
      switch (end.kind) {
        case 'done':
          return { ...end.value, ...asked() }
        case 'timed-out':
          return { status: 'timeout', limitMs: settings.timeoutMs, ...asked() }
        case 'cancelled':
          return { status: 'cancelled', ...asked() }
      }
    } catch (error) {
      return { status: 'model_error', reason: toFault(error).message, ...asked() }
    }
  }
}

/** A question that waits for its answer. `startedAt` is milliseconds since the epoch; `answer` never rejects. */
interface OpenQuestion {
  readonly question: SharedQuestion
  readonly startedAt: number
  readonly answer: Promise<ModelView>
}

/** A view that holds an opinion: the only kind that is kept. */
type GivenView = Extract<ModelView, { status: 'success' }>

const mostViews = 200
/** Longest key that is kept, in characters: megabyte commands do not come twice often enough to hold them. */
const longestKey = 50_000

/** What one session remembers of the models it asked. Gone with the session. */
class SessionViews {
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

/**
 * What an answer is remembered under: everything the model is shown, and who it is. Two subjects with one key get one
 * question. It is the whole text and no digest: an agent that could make two commands meet would borrow a view.
 */
function viewKey(subject: ViewSubject, settings: AssessmentSettings): string {
  const {
    provider,
    model,
    platform,
    kind,
    command,
    content,
    cwd,
    policy,
    roots,
    failure,
    evidence,
    facts,
    scripts,
  } = subject
  return JSON.stringify([
    provider,
    settings.model ?? model,
    settings.reasoningEffort ?? '',
    platform,
    kind,
    command,
    content ?? '',
    cwd,
    policy,
    roots,
    failure ?? '',
    evidence,
    facts.map(({ label, value, known }) => [label, value, known]),
    scripts.map(({ title, lines, cut }) => [title, lines.map(({ text }) => text), cut]),
  ])
}

/** How a piece of work ended that had a limit: by itself, by the clock, or because nobody wants it any more. */
type WithinLimit<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'timed-out' }
  | { readonly kind: 'cancelled' }

/**
 * Runs `work` for at most `limitMs` milliseconds. It comes back at the limit or at the abort even when the work does not
 * listen to the signal it is given. Throws what the work throws before that.
 */
async function withinLimit<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { limitMs, clock, signal }: { limitMs: number; clock: Clock; signal: AbortSignal },
): Promise<WithinLimit<T>> {
  const stop = new AbortController()
  const cancelled = new Promise<WithinLimit<T>>((resolve) => {
    if (signal.aborted) resolve({ kind: 'cancelled' })
    signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), {
      once: true,
      signal: stop.signal,
    })
  })
  const timedOut = async (): Promise<WithinLimit<T>> => {
    await clock.sleep(limitMs, stop.signal)
    return { kind: 'timed-out' }
  }
  const done = async (): Promise<WithinLimit<T>> => ({
    kind: 'done',
    value: await work(AbortSignal.any([signal, stop.signal])),
  })
  try {
    // Whoever loses is heard by the race all the same, so that its late rejection is nobody's fault.
    return await Promise.race([cancelled, done(), timedOut()])
  } finally {
    stop.abort()
  }
}

function over(view: ModelView): AskedView {
  return { now: view, settled: Promise.resolve(view) }
}
