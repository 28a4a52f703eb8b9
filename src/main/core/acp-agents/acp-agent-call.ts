import type { FileChange, FileChanges } from '@shared/domain/file-change'
import { firstCharacters } from '@shared/domain/first-characters'
import { normalise } from '../shell/paths'
import type { AcpAgentCall } from './acp-agent'

/** So much of one file's change is shown, in characters. */
const maxChange = 250_000

/** The words that stand for an ACP agent's call where a command would stand. */
export function acpAgentCommand({ command, title, kind }: AcpAgentCall): readonly string[] {
  if (command !== undefined) return ['bash', '-lc', command]
  return [firstCharacters(title, 500) || kind]
}

/** A path as an ACP agent names it, absolute. */
const absolute = (path: string, cwd: string): string =>
  normalise(path.startsWith('/') ? path : `${cwd}/${path}`)

/** The files that an ACP agent says it changes, by absolute path; the last word on a file counts. */
export function acpAgentChanges(
  { diffs }: AcpAgentCall,
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
