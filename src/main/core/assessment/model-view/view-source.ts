import type { ModelView } from '@shared/domain/assessment'
import { toFault } from '@shared/domain/fault'
import type { Clock, Ids, ModelProviders } from '../../ports'
import type { AssessmentSettings } from '../assessment-settings'
import { askModel } from './ask-model'
import { SessionViews, type OpenQuestion } from './session-views'
import { SharedQuestion } from './shared-question'
import { userPrompt } from './user-prompt'
import { viewKey } from './view-key'
import type { ViewSubject } from './view-subject'
import { withinLimit } from './within-limit'

/** What the views are made with. `ids` are unguessable: the marks in the questions are made of them. */
export interface ViewParts {
  readonly models: ModelProviders
  readonly clock: Clock
  readonly ids: Ids
  readonly settings: AssessmentSettings
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
    return this.#follow(views.open.get(key) ?? this.#start(subject, place), watch, place.model)
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
        end({ status: 'cancelled', model, durationMs: this.#parts.clock.now() - startedAt })
      watch.signal.addEventListener('abort', onAbort, { once: true })
      void answer.then(end)
    })
    return { now: { status: 'waiting', model, text: question.text }, settled }
  }

  #start(subject: ViewSubject, place: Place): OpenQuestion {
    const { key, views } = place
    const question = new SharedQuestion()
    const close = (): void => {
      if (views.open.get(key)?.question === question) views.open.delete(key)
    }
    const answer = this.#answer(subject, place, question).then((view) => {
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

function over(view: ModelView): AskedView {
  return { now: view, settled: Promise.resolve(view) }
}
