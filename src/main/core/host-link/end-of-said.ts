/** So many characters of what a host says beside its engine stand in a window's row; its test shows all that is kept. */
const mostSaid = 2_000

/** The end of what was said, and before it how many characters are left out. */
export function endOfSaid(said: string): string {
  const all = said.trim()
  // A pair of surrogates is never cut in two.
  const end = all.slice(-mostSaid).replace(/^[\uDC00-\uDFFF]/, '')
  const left = all.length - end.length
  return left === 0 ? all : `… ${String(left)} more characters before this\n${end}`
}
