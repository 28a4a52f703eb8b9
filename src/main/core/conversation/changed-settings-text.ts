import { quotedName } from '@shared/domain/named-path'

/** So many are named, and no name is longer than this. */
const maxNamed = 8
const maxName = 200

/** What a person is told of settings that were changed in a turn, by their paths; undefined when there are none. */
export function changedSettingsText(paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined
  const named = paths.slice(0, maxNamed).map((path) => quotedName(path.slice(-maxName)))
  const more = paths.length - named.length
  const all = more > 0 ? [...named, `${more.toLocaleString('en-US')} more`] : named
  const list = all.length === 1 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1) ?? ''}`
  return `This turn changed ${list}: tools outside the sandbox run what is in ${paths.length === 1 ? 'it' : 'them'}.`
}
