import type { FileChange, FileChanges } from '@shared/domain/file-change'
import { firstCharacters } from '@shared/domain/first-characters'
import { normalise } from '../shell/paths'
import type { AcpAgentCall, AcpAgentDiff } from './acp-agent'

/** So much of one file's change is shown, in characters. */
const maxChange = 250_000

/** So much of a title is shown where a command would stand, and on one line as a tool's name, in characters. */
const maxTitle = 500
const maxName = 200

/** The words of an agent on one line, whole. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

/** The words that stand for an ACP agent's call where a command would stand. */
export function acpAgentCommand({ command, title, kind }: AcpAgentCall): readonly string[] {
  if (command !== undefined) return ['bash', '-lc', command]
  const shown = firstCharacters(title, maxTitle)
  return [shown.length < title.length ? `${shown} …` : shown || kind]
}

/** The title of an ACP agent's call on one line, cut where it is long. */
export function acpAgentTitle({ title }: AcpAgentCall): string {
  const line = oneLine(title)
  return line.length > maxName ? `${line.slice(0, maxName)} …` : line
}

/** What an ACP agent's call is shown as. No command hides behind a change of files, whatever kind the agent says that it is. */
export const acpAgentCallAs = ({ command, diffs }: AcpAgentCall): 'command' | 'patch' | 'tool' =>
  command === undefined ? (diffs.length > 0 ? 'patch' : 'tool') : 'command'

/** Members of what a tool was given that say nothing of what its command does: names of calls, words for people, how long it may take. */
const idle =
  /^(id|(call|turn|tool|tool_call|process|approval)_?id|description|reason|justification|explanation|title|parsed_?cmd|timeout(_?ms)?|yield_time_ms|max_output_\w+)$/i

/** Names of a folder; that of the session says nothing. */
const folders = /^(cwd|work_?dir|working_?directory|dir(ectory)?(_?path)?)$/i

/** Names of what an edit says of its file and its text, which a change that is drawn shows. */
const ofAnEdit =
  /^((file|target)(_?(path|name))?|(abs(olute)?_?)?path|contents?|text|file_?text|(old|new)_?(str(ing)?|text|contents?))$/i

/** Whether a text stands in changes as they are drawn: a path of theirs, or lines that follow each other on one side. */
function drawnIn(changes: FileChanges, cwd: string): (value: unknown) => boolean {
  const sides = Object.values(changes).flatMap((change) =>
    change.type === 'update'
      ? ['-', '+'].map((sign) => {
          const lines = change.unified_diff.split('\n').filter((line) => /^[-+ ]/.test(line))
          const side = lines.filter((line) => line.startsWith(' ') || line.startsWith(sign))
          return `${side.map((line) => line.slice(1)).join('\n')}\n`
        })
      : [change.content],
  )
  return (value) =>
    typeof value === 'string' &&
    (absolute(value, cwd) in changes || sides.some((side) => side.includes(value)))
}

/**
 * What an ACP agent gives a command or a change of files beside it, as JSON with its names in order; undefined: nothing that is known to
 * matter, or it is a tool, all of whose input is shown. With `changes`, less what these show.
 */
export function acpAgentBesides(call: AcpAgentCall, cwd: string, changes?: FileChanges): string | undefined {
  const { command, input, diffs } = call
  const as = acpAgentCallAs(call)
  if (as === 'tool') return undefined
  const drawn = changes && drawnIn(changes, cwd)
  const says = (name: string, value: unknown): boolean =>
    !idle.test(name) &&
    !(command !== undefined && /^(command|cmd)$/i.test(name)) &&
    !(drawn && ofAnEdit.test(name) && drawn(value)) &&
    value !== null &&
    value !== undefined &&
    value !== false &&
    value !== '' &&
    !(folders.test(name) && typeof value === 'string' && absolute(value, cwd) === cwd)
  const names = Object.keys(input)
    .filter((name) => says(name, input[name]))
    .toSorted()
  // Both names of a command: which of them is run cannot be told.
  const both =
    as === 'command' && ['command', 'cmd'].every((name) => (input[name] ?? undefined) !== undefined)
      ? ['cmd']
      : []
  const all = [
    ...[...both, ...names].map((name) => [name, input[name]] as const),
    ...(as === 'command' && diffs.length > 0 ? [['changes', diffs] as const] : []),
  ]
  return all.length === 0 ? undefined : JSON.stringify(Object.fromEntries(all))
}

/** A path as an ACP agent names it, absolute. */
export const absolute = (path: string, cwd: string): string =>
  normalise(path.startsWith('/') ? path : `${cwd}/${path}`)

/** The files that an ACP agent says it changes, by absolute path. What it says of one file several times is drawn one after the other. */
export function acpAgentChanges(
  { diffs }: AcpAgentCall,
  cwd: string,
  hunks: (before: string, after: string) => string,
): FileChanges {
  const files = new Map<string, AcpAgentDiff[]>()
  for (const diff of diffs) {
    const path = absolute(diff.path, cwd)
    files.set(path, [...(files.get(path) ?? []), diff])
  }
  const changeOf = (said: readonly AcpAgentDiff[]): FileChange => {
    const added = said.length === 1 && said[0]?.before === undefined ? said[0]?.after : undefined
    const text = added ?? said.map(({ before = '', after }) => hunks(before, after)).join('')
    const shown = text.slice(0, maxChange)
    const omitted = text.length - shown.length
    const left = omitted > 0 ? { omitted } : {}
    return added === undefined
      ? { type: 'update', unified_diff: shown, ...left }
      : { type: 'add', content: shown, ...left }
  }
  return Object.fromEntries([...files].map(([path, said]) => [path, changeOf(said)]))
}

/** The call's gap, and `texts` where what is shown of it is cut: its title, its changes, or what stands beside it. */
export function acpAgentGap(
  call: AcpAgentCall,
  changes: FileChanges | undefined,
  besides: { readonly text: string | undefined; readonly most: number },
): AcpAgentCall['gap'] {
  const cut =
    (acpAgentCallAs(call) === 'tool' && oneLine(call.title).length > maxName) ||
    Object.values(changes ?? {}).some(({ omitted }) => omitted !== undefined) ||
    (besides.text?.length ?? 0) > besides.most
  return call.gap ?? (cut ? 'texts' : undefined)
}

/** What a yes to an ACP agent's call is for: the same text is the very same call. What stands in it and is not shown only makes it narrower. */
export function acpAgentSame(call: AcpAgentCall, cwd: string): string {
  const { kind, title, paths, diffs, input, output } = call
  const besides = acpAgentBesides(call, cwd)
  switch (acpAgentCallAs(call)) {
    case 'command':
      return JSON.stringify([kind, acpAgentCommand(call), besides])
    case 'patch':
      return JSON.stringify([kind, title, paths, diffs, besides])
    case 'tool':
      return JSON.stringify([kind, title, paths, input, output])
  }
}
