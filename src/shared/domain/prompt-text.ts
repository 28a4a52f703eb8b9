/** As long as a message may be; what would be longer is not made. */
export const longestMessage = 1_000_000

/**
 * The words behind a prompt's name, as a shell would part them: at white space, with single and double quotes and backslashes. Where
 * a quote stays open (an apostrophe in a sentence), quotes mean nothing and all is parted at white space.
 */
export function splitArguments(text: string): readonly string[] {
  const words: string[] = []
  const part = /(?:[^\s"'\\]+|\\[^]|'[^']*'|"(?:[^"\\]|\\[^])*")+|\s+/y
  while (part.lastIndex < text.length) {
    const found = part.exec(text)?.[0]
    if (found === undefined) return text.split(/\s+/).filter((word) => word !== '')
    if (found.trim() !== '') words.push(unquoted(found))
  }
  return words
}

function unquoted(word: string): string {
  return word.replaceAll(
    /'([^']*)'|"((?:[^"\\]|\\[^])*)"|\\([^])/g,
    (_, single?: string, double?: string, escaped?: string) =>
      single ?? double?.replaceAll(/\\([$`"\\])/g, '$1') ?? escaped ?? '',
  )
}

/**
 * A prompt's text with `$1` to `$9` and `$ARGUMENTS` filled in; one that is not given is empty, and `$$` stays as it is and keeps
 * what follows from being filled in. What is filled in is never read again. Undefined: it would be longer than a message.
 */
export function expandPrompt(content: string, words: readonly string[]): string | undefined {
  const all = words.join(' ')
  let text = ''
  let at = 0
  for (const match of content.matchAll(/\$(?:\$|[1-9]|ARGUMENTS)/g)) {
    text += content.slice(at, match.index) + filledIn(match[0], words, all)
    at = match.index + match[0].length
    if (text.length > longestMessage) return undefined
  }
  text += content.slice(at)
  return text.length > longestMessage ? undefined : text
}

function filledIn(mark: string, words: readonly string[], all: string): string {
  if (mark === '$$') return mark
  return mark === '$ARGUMENTS' ? all : (words[Number(mark[1]) - 1] ?? '')
}
