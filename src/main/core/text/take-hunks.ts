const header = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@$/

/** Lines with their ends; joined, they are the text. */
const linesOf = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? []

/** The first line of a side from 0, and how many; where there are none, the line before it is what is counted. */
const side = (start: string | undefined, count = '1'): { readonly from: number; readonly to: number } => {
  const from = Number(start) - (count === '0' ? 0 : 1)
  return { from, to: from + Number(count) }
}

/**
 * `before` with only these hunks, named by their headers, of `hunks`: a unified diff from `before` to `after`. Everything comes from the two texts.
 * Undefined where a hunk is none of them, or the diff is not one of these texts.
 */
export function takeHunks(
  { before, after, hunks }: { readonly before: string; readonly after: string; readonly hunks: string },
  only: readonly string[],
): string | undefined {
  const [old, next] = [linesOf(before), linesOf(after)]
  const taken = new Set(only)
  const [part, whole]: [string[], string[]] = [[], []]
  const text = (lines: readonly string[], from: number, to?: number): string => lines.slice(from, to).join('')
  let at = 0
  for (const row of hunks.split('\n')) {
    const found = header.exec(row)
    if (!found) continue
    const [was, is] = [side(found[1], found[2]), side(found[3], found[4])]
    if (was.from < at) return undefined
    const same = text(old, at, was.from)
    const comes = text(next, is.from, is.to)
    whole.push(same, comes)
    part.push(same, taken.delete(row) ? comes : text(old, was.from, was.to))
    at = was.to
  }
  const rest = text(old, at)
  return taken.size > 0 || `${whole.join('')}${rest}` !== after ? undefined : `${part.join('')}${rest}`
}
