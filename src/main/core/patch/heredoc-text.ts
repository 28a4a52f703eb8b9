/** A script cut short: the here-document's body is taken out, so that a parse of the rest stays quick however long it is. */
export interface HeredocText {
  readonly script: string
  readonly delimiter: string
  readonly body: string
}

/** What may stand before the body. Longer than this is no call of ours. */
const maxPrelude = 8192

/**
 * Takes the body out of a script that ends in one here-document: everything after the first line with `<<WORD`, up to
 * the first line that is exactly WORD, after which only white space may follow. Undefined for every other script. This
 * looks at text only; whether the rest is such a call is for a real parse of `script` to say.
 */
export function takeHeredoc(script: string): HeredocText | undefined {
  const operator = script.slice(0, maxPrelude).indexOf('<<')
  if (operator < 0) return undefined
  const lineEnd = script.indexOf('\n', operator)
  if (lineEnd < 0 || lineEnd > maxPrelude) return undefined
  const word = /^<<-?[ \t]*(?:'([^']+)'|"([^"$`\\]+)"|\\?(\w+))[ \t]*$/.exec(script.slice(operator, lineEnd))
  const delimiter = word?.[1] ?? word?.[2] ?? word?.[3]
  if (delimiter === undefined) return undefined
  const start = lineEnd + 1
  const rest = script.startsWith(`${delimiter}\n`, start) || script.slice(start) === delimiter
  const closing = rest ? start : script.indexOf(`\n${delimiter}`, lineEnd) + 1
  if (closing === 0) return undefined
  let end = closing
  // The delimiter must be a line of its own: go on while it is only how a line begins.
  while (end + delimiter.length < script.length && script[end + delimiter.length] !== '\n') {
    end = script.indexOf(`\n${delimiter}`, end + 1) + 1
    if (end === 0) return undefined
  }
  if (script.slice(end + delimiter.length).trim() !== '') return undefined
  return { script: `${script.slice(0, start)}${delimiter}\n`, delimiter, body: script.slice(start, end) }
}
