import type { RiskLevel } from '@shared/domain/assessment'

/** Nothing in a panel acts before this, so that no click or key meant for something else can answer. */
export const armAfterMs = 600
/** How long after an input into another field a key still counts as meant for that field. */
export const typingQuietMs = 1500
/** How long a high level has to be held. Drawn by the stylesheet with the same length. */
export const holdMs = 1000

/** What happened to a panel, in milliseconds of one clock; undefined where it never did. */
export interface PanelMoments {
  /** When the panel was drawn, or drawn again after it was put off. */
  readonly shownAt: number
  /** When the risk level rose while the panel was open. */
  readonly raisedAt: number | undefined
  /** When a rehearsal told what it found while the panel was open. */
  readonly reportedAt: number | undefined
  /** The last press on the panel, or key outside a field, that came before it was armed: whoever hammers is not reading. */
  readonly pressedEarlyAt: number | undefined
  /** When the window got the focus: the click that raises it reaches the page. */
  readonly focusedAt: number | undefined
  /** The last input into a field outside the panel. */
  readonly typedElsewhereAt: number | undefined
}

/** From when on a click counts. */
export function clicksArmedFrom(moments: PanelMoments): number {
  const { shownAt, raisedAt, reportedAt, pressedEarlyAt, focusedAt } = moments
  const last = [raisedAt, reportedAt, pressedEarlyAt, focusedAt].map((at) => at ?? shownAt)
  return Math.max(shownAt, ...last) + armAfterMs
}

/** From when on a key counts: never before a click would. */
export function keysArmedFrom(moments: PanelMoments): number {
  const { typedElsewhereAt } = moments
  const quiet = typedElsewhereAt === undefined ? -Infinity : typedElsewhereAt + typingQuietMs
  return Math.max(clicksArmedFrom(moments), quiet)
}

/** What is armed at a moment, and after how many milliseconds that can change; undefined when it will not by itself. */
export interface Arming {
  readonly clicks: boolean
  readonly keys: boolean
  readonly changesIn: number | undefined
}

/** The arming at `now`, on the same clock as the moments. */
export function armingAt(moments: PanelMoments, now: number): Arming {
  const waits = [clicksArmedFrom(moments) - now, keysArmedFrom(moments) - now].filter((wait) => wait > 0)
  return {
    clicks: now >= clicksArmedFrom(moments),
    keys: now >= keysArmedFrom(moments),
    changesIn: waits.length === 0 ? undefined : Math.min(...waits),
  }
}

const loudness: readonly RiskLevel[] = ['low', 'not-assessed', 'medium', 'high']

/** Whether a change of the level has to be seen before anything acts: it rose, or what was not known is now not low. */
export function levelRises(before: RiskLevel, now: RiskLevel): boolean {
  return loudness.indexOf(now) > loudness.indexOf(before)
}

/** Whether among these is one that was not there before: what an answer is given to has to be seen first. */
export const somebodyJoins = (
  before: ReadonlySet<string>,
  others: readonly { readonly id: string }[],
): boolean => others.some(({ id }) => !before.has(id))
