import { firstCharacters } from '@shared/domain/first-characters'

/** How much of what a host answers is shown: characters of a text, and entries of a list. */
export interface MostShown {
  readonly text: number
  readonly list: number
}

/** So much of what is said about a command. A path has at most 4,096 bytes: one that is longer than this was made up. */
export const mostOfCommand: MostShown = { text: 8_192, list: 5_000 }

/** So much of what is told of a folder: text, and entries of each list. */
export const mostOfFolder: MostShown = { text: 4_096, list: 200 }

/** So much of what doctor finds on a host: text and number of its checks. */
export const mostOfChecks: MostShown = { text: 2_000, list: 100 }

/** What a host answered, with no text and no list that is longer; `leftOut` counts the entries that lists had beyond that, at any depth. */
export function cutAnswer<Answer>(
  answer: Answer,
  most: MostShown,
): { readonly answer: Answer; readonly leftOut: number } {
  let leftOut = 0
  const cut = (value: unknown): unknown => {
    if (typeof value === 'string') return firstCharacters(value, most.text)
    if (typeof value !== 'object' || value === null) return value
    if (!Array.isArray(value))
      return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cut(each)]))
    leftOut += Math.max(0, value.length - most.list)
    return value.slice(0, most.list).map(cut)
  }
  return { answer: cut(answer) as Answer, leftOut }
}
