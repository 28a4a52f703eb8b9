/** The end of what a command printed. `dropped` counts whole lines that were let go before it. */
export interface OutputTail {
  readonly text: string
  readonly lines: number
  readonly dropped: number
}

/** Nothing printed yet. */
export const emptyTail: OutputTail = { text: '', lines: 0, dropped: 0 }

const keptLines = 2000
const slack = 200
const keptCharacters = 400_000

/** Adds what was printed; once the tail is over its bound by a slack, whole lines go from its start. */
export function appendOutput(tail: OutputTail, chunk: string): OutputTail {
  const text = tail.text + chunk
  const lines = tail.lines + countBreaks(chunk)
  if (lines <= keptLines + slack && text.length <= keptCharacters) return { ...tail, text, lines }
  const start = Math.max(startOfLast(text, keptLines), text.length - keptCharacters)
  const gone = countBreaks(text.slice(0, start))
  return { text: text.slice(start), lines: lines - gone, dropped: tail.dropped + gone }
}

function countBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Where the last `count` lines begin. */
function startOfLast(text: string, count: number): number {
  let at = text.length
  for (let found = 0; found <= count; found += 1) {
    const before = text.lastIndexOf('\n', at - 1)
    if (before === -1 || at === 0) return 0
    at = before
  }
  return at + 1
}
