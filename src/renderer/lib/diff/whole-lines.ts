import type { DiffLine } from '../unified-diff'

type Content = Extract<DiffLine, { kind: 'same' | 'add' | 'del' }>

/**
 * A file's hunks set into its whole text as it is now, whether that is before the change or after it; undefined where the hunks are of
 * another text, or do not say where they stand. The lines between them are those of the text.
 */
export function wholeLines(lines: readonly DiffLine[], text: string): readonly DiffLine[] | undefined {
  const rows = text.endsWith('\n') ? text.slice(0, -1).split('\n') : text.split('\n')
  if (text === '') rows.pop()
  return setInto(lines, rows, 'after') ?? setInto(lines, rows, 'before')
}

function setInto(
  lines: readonly DiffLine[],
  rows: readonly string[],
  side: 'before' | 'after',
): readonly DiffLine[] | undefined {
  const other = side === 'after' ? 'before' : 'after'
  const whole: DiffLine[] = []
  let next = 1 // the number of the next row of the text
  let shift = 0 // what the other side's number is ahead by
  const fillTo = (end: number): void => {
    for (; next < end; next += 1)
      whole.push({ kind: 'same', text: rows[next - 1] ?? '', [side]: next, [other]: next + shift })
  }
  for (const line of lines) {
    if (line.kind === 'gap') return undefined
    if (line.kind !== 'same' && line.kind !== 'add' && line.kind !== 'del') {
      if (line.kind === 'remark') whole.push(line)
      continue
    }
    const { [side]: number, [other]: opposite }: Content = line
    if (number === undefined && opposite === undefined) return undefined
    if (number === undefined) {
      // Only on the other side: it stands where that side's numbers go on.
      fillTo((opposite ?? 0) - shift)
      whole.push(line)
      shift += 1
      continue
    }
    fillTo(number)
    if (rows[number - 1] !== line.text) return undefined
    whole.push(line)
    next = number + 1
    if (opposite === undefined) shift -= 1
  }
  if (next > rows.length + 1) return undefined
  fillTo(rows.length + 1)
  return whole
}
