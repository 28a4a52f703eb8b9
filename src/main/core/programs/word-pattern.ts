/** A pattern as it was written, with what it stands for: exactly, and where upper and lower case are one. */
const exact = new Map<string, readonly RegExp[]>()
const loose = new Map<string, readonly RegExp[]>()

/** What stands for itself in a pattern, but for the star in brackets and the star itself. */
const special = /\[\*\]|[.+?^${}()[\]\\*]/g

/** One pattern of a word as records have them: `*` is any characters, `[*]` the star itself. */
function made(part: string, raises: boolean): RegExp {
  const source = part.replace(special, (found) =>
    found === '*' ? '.*' : found === '[*]' ? String.raw`\*` : `\\${found}`,
  )
  return new RegExp(`^${source}$`, raises && !part.startsWith('-') ? 'is' : 's')
}

/** Whether a word is one of those that `|` parts. Where it raises, upper and lower case are one, but for options. */
export function fits(word: string, text: string, raises = false): boolean {
  const known = raises ? loose : exact
  let patterns = known.get(text)
  if (!patterns) known.set(text, (patterns = text.split('|').map((part) => made(part, raises))))
  return patterns.some((each) => each.test(word))
}
