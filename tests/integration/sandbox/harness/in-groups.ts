/**
 * Some rows of a table are run together, so many at a time, when the first of them asks for it; each is told how it went. A row that is
 * none of them is told nothing.
 */
export function inGroups<Row, Result>(
  rows: readonly Row[],
  size: number,
  run: (group: readonly Row[]) => Promise<ReadonlyMap<Row, Result>>,
): (row: Row) => Promise<Result | undefined> {
  const groups = new Map<number, Promise<ReadonlyMap<Row, Result>>>()
  return async (row) => {
    const at = Math.floor(rows.indexOf(row) / size)
    if (at < 0) return undefined
    const running = groups.get(at) ?? run(rows.slice(at * size, (at + 1) * size))
    groups.set(at, running)
    return (await running).get(row)
  }
}
