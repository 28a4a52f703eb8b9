const opening = /"description"\s*:\s*"/

/**
 * The description in an answer that is still coming, as far as it has come; '' before its first character. It is only
 * for the eye: what counts is the whole answer, parsed. An escape or a surrogate pair that is cut off waits for its rest.
 */
export function partialDescription(text: string): string {
  // Read again with every piece that comes, so only where a description of 500 characters can stand.
  const beginning = text.slice(0, 8000)
  const start = opening.exec(beginning)
  if (!start) return ''
  const body = beginning.slice(start.index + start[0].length)
  const written = /^(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/.exec(body)?.[0] ?? ''
  return unescaped(written)
    .replace(/[\uD800-\uDBFF]$/, '')
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trimStart()
    .slice(0, 500)
}

const escapes: Readonly<Record<string, string>> = { b: ' ', f: ' ', n: ' ', r: ' ', t: ' ' }

function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:u([0-9a-fA-F]{4})|(.))/g,
    (_, code: string | undefined, letter: string | undefined) =>
      code === undefined
        ? (escapes[letter ?? ''] ?? letter ?? '')
        : String.fromCharCode(Number.parseInt(code, 16)),
  )
}
