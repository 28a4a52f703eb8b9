import type { MarkdownCode } from '../ports/markdown-code'

/** What is read as a tag, a comment or an instruction, but no address in angle brackets. A backslash before it escapes it for some programs only. */
const opens = /(\\*)<(?=[a-z/!?])(?!https?:\/\/[^\s<>"'`]*>)/gi
/** The bracket of what may define a link or a footnote: it begins a line, whatever the line stands in, and its name may go on in the next. */
const defines = /^(?:[ \t>]*(?:[-*+]|\d{1,9}[.)])(?=[ \t]))*[ \t>]*\[(?=(?:[^[\]\\]|\\[^])+\]:)/gm

/** So often a text is read anew: what was escaped may have been what made code of the rest. */
const mostRounds = 12

/**
 * Markdown of others that stays in its place also where a reader's program takes HTML as it stands, and whose links and footnotes are defined
 * nowhere: a `<` that could begin HTML, and the bracket of a definition, are escaped. Not in code, where they are text already; in all of
 * it where `code` cannot tell.
 */
export function plainMarkdown(text: string, code: MarkdownCode | undefined): string {
  let plain = text
  for (let round = 0; round < mostRounds; round++) {
    if (escaped(plain, []) === plain) return plain
    const ranges = code?.(plain)
    if (ranges === undefined) break
    const next = escaped(plain, ranges)
    if (next === plain) return plain
    plain = next
  }
  return escaped(plain, [])
}

/** A part of a text, from and to, and what stands there instead. */
type Edit = readonly [from: number, to: number, instead: string]

function escaped(text: string, code: readonly (readonly [number, number])[]): string {
  const tags = [...text.matchAll(opens)].map(({ index, 0: { length }, 1: slashes = '' }): Edit => {
    const to = index + length
    return [to - 1 - (slashes.length % 2), to, '&lt;']
  })
  const brackets = [...text.matchAll(defines)].map(({ index, 0: { length } }): Edit => {
    const to = index + length
    return [to - 1, to, String.raw`\[`]
  })
  let range = 0
  let done = 0
  let result = ''
  for (const [from, to, instead] of [...tags, ...brackets].toSorted(([one], [other]) => one - other)) {
    while ((code[range]?.[1] ?? Infinity) < to) range += 1
    if ((code[range]?.[0] ?? Infinity) < to) continue
    result += text.slice(done, from) + instead
    done = to
  }
  return result + text.slice(done)
}
