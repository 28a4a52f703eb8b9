/** The name that was most likely meant: at most a third of its letters, or two of them, away. Undefined when none is that close. */
export function nearMiss(name: string, known: readonly string[]): string | undefined {
  // A name this long is no slip, and the comparison costs its length squared.
  if (name.length > 60) return undefined
  const close = known
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(2, Math.floor(candidate.length / 3)))
    .sort((one, other) => one.distance - other.distance)
  return close[0]?.candidate
}

/** How many letters must be put in, taken out or changed to make one word of the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [index, letter] of Array.from(from).entries()) {
    const next = [index + 1]
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (to[column - 1] === letter ? 0 : 1)
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? 0
}
