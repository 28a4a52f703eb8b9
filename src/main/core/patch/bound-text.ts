/** A text cut in its middle to about `limit` characters, at line ends where there are any, and how many were left out. */
export function boundText(text: string, limit: number): { readonly text: string; readonly omitted?: number } {
  if (text.length <= limit) return { text }
  const half = Math.floor(limit / 2)
  const headEnd = text.lastIndexOf('\n', half)
  const tailStart = text.indexOf('\n', text.length - half)
  // toWellFormed: a cut through a surrogate pair must not leave half of it.
  const head = text.slice(0, headEnd < half / 2 ? half : headEnd + 1).toWellFormed()
  const tail = text.slice(tailStart < 0 ? text.length - half : tailStart + 1).toWellFormed()
  const omitted = text.length - head.length - tail.length
  return { text: `${head}[... ${omitted} characters not shown ...]\n${tail}`, omitted }
}
