const patterns = new Map<string, RegExp>()

/** What stands for itself in a pattern, but for the star in brackets and the star itself. */
const special = /\[\*\]|[.+?^${}()[\]\\*]/g

/** One pattern of a word as records have them: `*` is any characters, `[*]` the star itself. */
function pattern(part: string, loose: boolean): RegExp {
  const key = `${loose ? 'loose' : 'exact'} ${part}`
  const known = patterns.get(key)
  if (known) return known
  const source = part.replace(special, (found) =>
    found === '*' ? '.*' : found === '[*]' ? String.raw`\*` : `\\${found}`,
  )
  const made = new RegExp(`^${source}$`, loose ? 'is' : 's')
  patterns.set(key, made)
  return made
}

/** Whether a word is one of those that `|` parts. Where it raises, upper and lower case are one, but for options. */
export const fits = (word: string, text: string, raises = false): boolean =>
  text.split('|').some((part) => pattern(part, raises && !part.startsWith('-')).test(word))
