import { firstCharacters } from '@shared/domain/first-characters'

/** The title of a session without a message; the first message replaces it. */
export const untitled = 'New session'

/** The title of a further demo session, whose first is called `title`: each has its own. */
export function demoTitle(sessions: readonly { readonly title: string }[], title = 'Demo session'): string {
  const taken = new Set(sessions.map((session) => session.title))
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? title : `${title} ${number}`
    if (!taken.has(numbered)) return numbered
  }
}

/**
 * The title of a session until a person gives it one: the first line of its first message, at most 60 characters; of one
 * without words, what its first picture is.
 */
export function titleFrom(message: string, pictures: readonly string[] = []): string {
  const text = message.trim() === '' ? (pictures[0] ?? '') : message
  const line = text.trimStart().split('\n', 1)[0]?.trimEnd() ?? ''
  const start = firstCharacters(line, 60)
  return start === line ? line : `${firstCharacters(line, 59).trimEnd()}…`
}
