/** A line of a text, or how many are left out at its place. */
export type NearLine<T> =
  { readonly kind: 'line'; readonly line: T } | { readonly kind: 'left-out'; readonly count: number }

/** So many lines stand before and behind one that matters. */
const around = 3
/** Where none matters, so many of the first are shown. */
const first = 12
/** Fewer are not worth leaving out. */
const least = 3

/** The lines of a text near those that matter, in order; what stands between is counted. Nothing is left out of a short text. */
export function linesNear<T>(lines: readonly T[], matters: (line: T) => boolean): readonly NearLine<T>[] {
  const marked = lines.flatMap((line, at) => (matters(line) ? [at] : []))
  const near = (at: number): boolean =>
    marked.length === 0 ? at < first : marked.some((each) => Math.abs(each - at) <= around)
  const shown: NearLine<T>[] = []
  let skipped: T[] = []
  const close = (): void => {
    if (skipped.length >= least) shown.push({ kind: 'left-out', count: skipped.length })
    else shown.push(...skipped.map((line) => ({ kind: 'line', line }) as const))
    skipped = []
  }
  lines.forEach((line, at) => {
    if (!near(at)) {
      skipped.push(line)
      return
    }
    close()
    shown.push({ kind: 'line', line })
  })
  close()
  return shown
}
