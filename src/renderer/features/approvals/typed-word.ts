/** The word to type for a high level: the effect's verb without its ending ("Deletes 3 files" asks for "delete"). */
export function wordToType(effect: string): string {
  const verb = (/^[A-Za-z]+/.exec(effect)?.[0] ?? 'allow').toLowerCase()
  if (/(?:ch|sh|ss|x)es$/.test(verb)) return verb.slice(0, -2)
  return verb.endsWith('s') && verb.length > 3 ? verb.slice(0, -1) : verb
}
