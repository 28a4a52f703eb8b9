/** The title of a session until a person gives it one: the first line of its first message, at most 60 characters. */
export function titleFrom(text: string): string {
  const line = text.trimStart().split('\n', 1)[0]?.slice(0, 200).trimEnd() ?? ''
  const characters = [...line]
  return characters.length > 60 ? `${characters.slice(0, 59).join('').trimEnd()}…` : line
}
