/** A part of a text that is not drawn whole. `lines` counts all of them; `cutLine`: the one line that is drawn is not whole. */
export interface PartOfText {
  readonly text: string
  readonly lines: number
  readonly cutLine: boolean
}

/** How much of a text is drawn at first. */
export interface MostAtFirst {
  readonly lines: number
  readonly characters: number
}

/** Of what programs say: what fits on a screen beside what the agent says. */
const usual: MostAtFirst = { lines: 16, characters: 4000 }
/** A quarter more is no reason for a button. */
const slack = 1.25

/** The last lines of a text; undefined for one that is short enough to be drawn whole. */
export function lastLines(text: string, most = usual): PartOfText | undefined {
  const whole = withoutLastBreak(text)
  const lines = countLines(whole)
  if (isShort(whole, lines, most)) return undefined
  const byLines = startOfLast(whole, most.lines)
  const start = Math.max(byLines, whole.length - most.characters)
  if (start === byLines) return { text: whole.slice(start), lines, cutLine: false }
  const line = whole.indexOf('\n', start)
  const cutLine = line === -1
  return { text: whole.slice(cutLine ? outsidePair(whole, start) : line + 1), lines, cutLine }
}

/** The first lines of a text; undefined for one that is short enough to be drawn whole. */
export function firstLines(text: string, most = usual): PartOfText | undefined {
  const whole = withoutLastBreak(text)
  const lines = countLines(whole)
  if (isShort(whole, lines, most)) return undefined
  const byLines = endOfFirst(whole, most.lines)
  if (byLines <= most.characters) return { text: whole.slice(0, byLines), lines, cutLine: false }
  const line = whole.lastIndexOf('\n', most.characters)
  const cutLine = line <= 0
  return { text: whole.slice(0, cutLine ? outsidePair(whole, most.characters) : line), lines, cutLine }
}

const withoutLastBreak = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text)

const isShort = (text: string, lines: number, most: MostAtFirst): boolean =>
  lines <= most.lines * slack && text.length <= most.characters

function countLines(text: string): number {
  let count = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Where the last `count` lines begin. */
function startOfLast(text: string, count: number): number {
  let at = text.length
  for (let found = 0; found < count; found += 1) {
    if (at <= 0) return 0
    at = text.lastIndexOf('\n', at - 1)
    if (at === -1) return 0
  }
  return at + 1
}

/** Where the first `count` lines end. */
function endOfFirst(text: string, count: number): number {
  let at = -1
  for (let found = 0; found < count; found += 1) {
    at = text.indexOf('\n', at + 1)
    if (at === -1) return text.length
  }
  return at
}

/** Never within a character. */
function outsidePair(text: string, at: number): number {
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at + 1 : at
}
