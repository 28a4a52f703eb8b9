/** A text of which only the two ends are drawn at first; `between` is undefined where it is drawn whole. */
export interface LongText {
  readonly head: string
  readonly between: number | undefined
  readonly tail: string
}

/** More than this is not drawn at once, in characters: what a person reads in minutes, and draws in milliseconds. */
const mostAtOnce = 40_000
const endLength = 16_000
const endStep = 8_000

/**
 * The ends of a text that is too long to be drawn at once, cut at the ends of paragraphs or lines where there are any. The
 * tail of a text that grows begins at the same place for a while, so that little of it has to be drawn anew.
 */
export function endsOf(text: string): LongText {
  if (text.length <= mostAtOnce) return { head: text, between: undefined, tail: '' }
  const head = text.slice(0, cutBefore(text, endLength))
  const from = Math.floor((text.length - endLength) / endStep) * endStep
  const tail = text.slice(cutBefore(text, from))
  return { head, between: text.length - head.length - tail.length, tail }
}

/** The last end of a paragraph or line in the quarter step before that place; else the place, never within a character. */
function cutBefore(text: string, at: number): number {
  const least = at - endStep / 4
  for (const mark of ['\n\n', '\n']) {
    const found = text.lastIndexOf(mark, at - mark.length)
    if (found >= least) return found + mark.length
  }
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at
}
