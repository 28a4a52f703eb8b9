/** The middle value; the mean of the two middle ones for an even count. NaN for none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const [low = Number.NaN, high = Number.NaN] = [
    sorted[Math.floor((sorted.length - 1) / 2)],
    sorted[Math.ceil((sorted.length - 1) / 2)],
  ]
  return (low + high) / 2
}

/** One row of the table: what was measured, what came out, and the goal it is held against. */
export interface Row {
  readonly what: string
  readonly figure: string
  readonly goal: string
  readonly reached: boolean
}

/** Milliseconds with two decimals. */
export const ms = (value: number): string => `${value.toFixed(2)} ms`

let begun = false

/**
 * Prints rows of a Markdown table, for the closing note; the first ones with its head. Called as soon as there is something to tell: what is
 * ended before its end has told that much.
 */
export function printRows(rows: readonly Row[]): void {
  if (!begun) console.log('| what | figure | goal | reached |\n| --- | --- | --- | --- |')
  begun = true
  for (const row of rows)
    console.log(`| ${row.what} | ${row.figure} | ${row.goal} | ${row.reached ? 'yes' : 'no'} |`)
}
