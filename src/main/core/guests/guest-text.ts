import type { FileChange, FileChanges } from '@shared/domain/file-change'
import { firstCharacters } from '@shared/domain/first-characters'
import { normalise } from '../shell/paths'
import type { GuestCall } from './guest-agent'

/** So much of one file's change is shown, in characters. */
const maxChange = 250_000

/** The words that stand for a guest's call where a command would stand. */
export function guestCommand({ command, title, kind }: GuestCall): readonly string[] {
  if (command !== undefined) return ['bash', '-lc', command]
  return [firstCharacters(title, 500) || kind]
}

/** A path as a guest names it, absolute. */
const absolute = (path: string, cwd: string): string =>
  normalise(path.startsWith('/') ? path : `${cwd}/${path}`)

/** The files that a guest says it changes, by absolute path; the last word on a file counts. */
export function guestChanges(
  { diffs }: GuestCall,
  cwd: string,
  hunks: (before: string, after: string) => string,
): FileChanges {
  return Object.fromEntries(
    diffs.map(({ path, before, after }): [string, FileChange] => {
      const text = before === undefined ? after : hunks(before, after)
      const shown = text.slice(0, maxChange)
      const omitted = text.length - shown.length
      const left = omitted > 0 ? { omitted } : {}
      return [
        absolute(path, cwd),
        before === undefined
          ? { type: 'add', content: shown, ...left }
          : { type: 'update', unified_diff: shown, ...left },
      ]
    }),
  )
}
