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

/** Members of what a tool was given that say nothing of what its command does: names of calls, words for people, how long it may take. */
const idle =
  /^(command|cmd|id|(call|turn|tool|tool_call|process|approval)_?id|description|reason|justification|explanation|title|parsed_?cmd|timeout(_?ms)?|yield_time_ms|max_output_\w+)$/i

/** Names of a folder; that of the session says nothing. */
const folders = /^(cwd|work_?dir|working_?directory|dir(ectory)?(_?path)?)$/i

/** What an ACP agent gives a command beside it, as JSON with its names in order; undefined: nothing that is known to matter. */
export function acpAgentBesides({ command, input, diffs }: AcpAgentCall, cwd: string): string | undefined {
  if (command === undefined) return undefined
  const says = (name: string, value: unknown): boolean =>
    !idle.test(name) &&
    value !== null &&
    value !== undefined &&
    value !== false &&
    value !== '' &&
    !(folders.test(name) && typeof value === 'string' && absolute(value, cwd) === cwd)
  const names = Object.keys(input)
    .filter((name) => says(name, input[name]))
    .toSorted()
  // Both names of a command: which of them is run cannot be told.
  const both = ['command', 'cmd'].every((name) => (input[name] ?? undefined) !== undefined) ? ['cmd'] : []
  const all = [
    ...[...both, ...names].map((name) => [name, input[name]] as const),
    ...(diffs.length > 0 ? [['changes', diffs] as const] : []),
  ]
  return all.length === 0 ? undefined : JSON.stringify(Object.fromEntries(all))
}

/** A path as an ACP agent names it, absolute. */
export const absolute = (path: string, cwd: string): string =>
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
