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

/** Prints rows as a Markdown table, for the closing note. */
export function printRows(rows: readonly Row[]): void {
  console.log('| what | figure | goal | reached |')
  console.log('| --- | --- | --- | --- |')
  for (const row of rows)
    console.log(`| ${row.what} | ${row.figure} | ${row.goal} | ${row.reached ? 'yes' : 'no'} |`)
}
