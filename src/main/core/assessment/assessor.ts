import type { Assessment, ModelView } from '@shared/domain/assessment'
import { mergeAssessment, type MergeInput } from './merge'
import { ViewSource, type ViewParts } from './model-view/view-source'
import type { ViewSubject } from './model-view/view-subject'

/** What checks and facts found, and what the agent claims: all that is merged but the model's view. */
export type Found = Omit<MergeInput, 'view'>

/**
 * What ends the asking, and who hears of a changed assessment. Aborting means that the request is over. `onUpdate` must
 * not throw.
 */
export interface AssessmentWatch {
  readonly signal: AbortSignal
  readonly onUpdate: (assessment: Assessment) => void
  /** What comes before the model is asked, so that a person does not wait for that; it never rejects. Absent: nothing. */
  readonly after?: Promise<unknown>
}

/**
 * An assessment that is there and may still get better. `now` is complete but for the model's view. `settled` is the last
 * one; it never rejects, and comes within the limit of config.toml. After an abort it holds the view `cancelled`, which
 * `onUpdate` is not told of.
 */
export interface RunningAssessment {
  readonly now: Assessment
  readonly settled: Promise<Assessment>
}

/** Assesses requests. Ask only once no grant answers the request: a cached yes makes no request to a model. */
export interface Assessor {
  readonly assess: (subject: ViewSubject, found: Found, watch: AssessmentWatch) => RunningAssessment
  /** The assessment with a view that is known. */
  readonly merged: (found: Found, view: ModelView) => Assessment
  /** Drops what a session's models said; for a session that has ended. */
  readonly forget: (sessionId: string) => void
}

/** Between two updates that only bring more of the description, in milliseconds: each goes to every window. */
const updatePaceMs = 80

/** An assessor with its own memory of answers; two of them share nothing. */
export function createAssessor(parts: ViewParts): Assessor {
  const views = new ViewSource(parts)
  return {
    assess: (subject, found, watch) => assess(views, parts, { subject, found, watch }),
    merged: (found, view) => mergeAssessment({ ...found, view }),
    forget: (sessionId) => views.forget(sessionId),
  }
}

interface Asking {
  readonly subject: ViewSubject
  readonly found: Found
  readonly watch: AssessmentWatch
}

function assess(views: ViewSource, parts: ViewParts, { subject, found, watch }: Asking): RunningAssessment {
  const { clock, settings } = parts
  const { signal, onUpdate, after } = watch
  const model = settings.model ?? subject.model
  const merged = (view: ModelView): Assessment => mergeAssessment({ ...found, view })
  let shownAt = Number.NEGATIVE_INFINITY
  const onText = (text: string): void => {
    if (signal.aborted || (text !== '' && clock.now() - shownAt < updatePaceMs)) return
    shownAt = clock.now()
    onUpdate(merged({ status: 'waiting', model, text }))
  }
  const asked = views.ask(subject, { signal, onText, after })
  const now = merged(asked.now)
  if (asked.now.status !== 'waiting') return { now, settled: Promise.resolve(now) }
  const finish = async (): Promise<Assessment> => {
    const view = await asked.settled
    const last = merged(view)
    if (view.status !== 'cancelled') onUpdate(last)
    return last
  }
  return { now, settled: finish() }
}
