/** What a reader makes of a text takes the square of its length: a longer one stays as it was written. */
const mostCharacters = 40_000
/** Quotations, lists and footnotes in one another; what is deeper was not written to be read. */
const deepest = 40
const marker = String.raw`>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|\[\^[^\]\r\n]*\]:`
const nests = new RegExp(String.raw`^(?:[ \t]*(?:${marker})){${String(deepest)}}`, 'm')
/** What stands before a line's words, as wide as only a line within dozens of others has it. */
const wide = /^(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])){200}/m
/** What a reader looks for the other half of, back to the last empty line. */
const paired = /[[\]*_~`<&]/g
/** So many pairs of these are looked at, and so many lines are read that are not code; each of it takes about a fifth of a second. */
const mostPairs = 1_000_000
const mostLines = 2000

/**
 * Whether a text can be read as Markdown in good time, by a reader that others wait for: it is not too long, not too deep, and has not too much
 * of what a reader compares each with each, in all of its parts together. Untrusted text that is none is shown as it was written.
 */
export function isReadable(markdown: string, most = mostCharacters): boolean {
  if (markdown.length > most || nests.test(markdown) || wide.test(markdown)) return false
  const lines = linesOfProse(markdown)
  return lines.filter((line) => !isEmpty(line)).length <= mostLines && pairsIn(lines) <= mostPairs
}

const isEmpty = (line: string): boolean => /^[ \t]*$/.test(line)

/** An empty line, or the item of a list at the margin. */
const endsBlock = /^(?:[ \t]*$| {0,3}[-+*][ \t]+[^ \t])/

function pairsIn(lines: readonly string[]): number {
  let pairs = 0
  let block = 0
  for (const line of lines) {
    if (endsBlock.test(line)) block = 0
    const more = line.match(paired)?.length ?? 0
    pairs += (2 * block + more) * more
    block += more
  }
  return pairs
}

/** A fence at the margin; any other; and what may begin raw HTML, in which a fence is none. */
const fence = /^(`{3,}|~{3,})(.*)$/
const elsewhere = /`{3}|~{3}/
const html = /<[/!?a-z]/i

/** The lines of a text but those between fences, where these can be told for certain: nothing before them may make them something else. */
function linesOfProse(markdown: string): readonly string[] {
  let open: string | undefined
  let isClear = true
  return markdown.split(/\r\n|\n|\r/).filter((line) => {
    if (open !== undefined) {
      const [, marks] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? []
      if (marks?.startsWith(open) === true) open = undefined
      return false
    }
    const [, marks = '', behind = ''] = fence.exec(line) ?? []
    const opens = marks !== '' && !(marks.startsWith('`') && behind.includes('`'))
    if (opens && isClear) open = marks
    else if (elsewhere.test(line) || html.test(line)) isClear = false
    return true
  })
}

/** Whether what was read goes deeper than who writes it out, one call within another, should follow. */
export function isDeep(root: object): boolean {
  let row: readonly object[] = branches(root)
  for (let depth = 1; depth <= 2 * deepest; depth++) {
    row = row.flatMap(branches)
    if (row.length === 0) return false
  }
  return true
}

const branches = (node: object): readonly object[] =>
  'children' in node && Array.isArray(node.children) ? (node.children as object[]) : []
