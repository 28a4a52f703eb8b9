/** The first so many characters of a text, whole: a pair of surrogates is never cut in two. */
export function firstCharacters(text: string, count: number): string {
  // A character is at most two code units.
  return Array.from(text.slice(0, count * 2))
    .slice(0, count)
    .join('')
}
