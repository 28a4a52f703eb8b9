/** Characters that models and editors exchange for plain ones (docs/spec/tools.md). */
const typographic: readonly (readonly [pattern: RegExp, plain: string])[] = [
  [/[\u2010-\u2015\u2212]/g, '-'],
  [/[\u2018-\u201B]/g, "'"],
  [/[\u201C-\u201F]/g, '"'],
  [/[\u00A0\u2002-\u200A\u202F\u205F\u3000]/g, ' '],
]
const plainly = (line: string): string =>
  typographic.reduce((text, [pattern, plain]) => text.replace(pattern, plain), line)

/** How two lines are compared, from strict to lenient. */
const levels: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim(),
  (line) => plainly(line).trim(),
]

/** Lines compared in one file, over all searches. A patch that needs more is refused rather than let run on. */
const maxComparisons = 50_000_000

/** Knuth-Morris-Pratt: for each prefix of `lines` the length of its longest proper prefix that is also its suffix. */
function failureTable(lines: readonly string[]): Int32Array {
  const table = new Int32Array(lines.length)
  for (let at = 1, same = 0; at < lines.length; at++) {
    while (same > 0 && lines[at] !== lines[same]) same = table[same - 1] ?? 0
    if (lines[at] === lines[same]) same += 1
    table[at] = same
  }
  return table
}

/** Searches one file's lines. Linear in the file for each search, whatever the lines are. */
export class LineSeeker {
  readonly #levels: (readonly string[] | undefined)[]
  readonly #lines: readonly string[]
  #comparisons = 0

  constructor(lines: readonly string[]) {
    this.#lines = lines
    this.#levels = [lines]
  }

  /** True once the searches together took more work than one patch may ask for; further searches find nothing. */
  get exhausted(): boolean {
    return this.#comparisons > maxComparisons
  }

  /**
   * The index of the first run equal to `wanted` at or after `start`, by the strictest comparison that finds one;
   * `atEnd` accepts only the file's last lines. Undefined when there is none. An empty run is at `start`, or at the end.
   */
  seek(wanted: readonly string[], start: number, atEnd: boolean): number | undefined {
    const last = this.#lines.length - wanted.length
    if (last < start) return undefined
    if (wanted.length === 0) return atEnd ? last : start
    for (let level = 0; level < levels.length && !this.exhausted; level++) {
      const compare = levels[level] ?? ((line: string) => line)
      const found = this.#find(this.#atLevel(level), wanted.map(compare), atEnd ? last : start)
      if (found !== undefined) return found
    }
    return undefined
  }

  #atLevel(level: number): readonly string[] {
    return (this.#levels[level] ??= this.#lines.map(levels[level] ?? ((line) => line)))
  }

  #find(lines: readonly string[], wanted: readonly string[], start: number): number | undefined {
    const table = failureTable(wanted)
    this.#comparisons += wanted.length
    for (let at = start, same = 0; at < lines.length; at++) {
      if ((this.#comparisons += 1) > maxComparisons) return undefined
      while (same > 0 && lines[at] !== wanted[same]) same = table[same - 1] ?? 0
      if (lines[at] === wanted[same]) same += 1
      if (same === wanted.length) return at - same + 1
    }
    return undefined
  }
}
