const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff

/**
 * A text that holds so many characters at most: of a longer one its beginning, its end, and how many are left out between. What a command
 * does may stand at either. A pair of surrogates is never cut in two.
 */
export function bothEnds(text: string, longest: number): string {
  if (text.length <= longest) return text
  const head = Math.ceil(longest * 0.6)
  const tail = text.length - (longest - head)
  const from = isLow(text.charCodeAt(head)) ? head - 1 : head
  const to = isLow(text.charCodeAt(tail)) ? tail + 1 : tail
  return `${text.slice(0, from)} … (${String(to - from)} characters left out) … ${text.slice(to)}`
}
