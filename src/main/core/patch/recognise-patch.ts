import { isBareShellCall } from '../shell/shell-script'
import type { ShellParser, ShellWord } from '../shell/parse'
import { parsePatch } from './parse-patch'

/**
 * What a shell command is, as far as patches go. `patch` is a call of apply_patch; `folder` is where its `cd` leads, as
 * written. `bare-body` is a patch with no command, which the model is told to send to apply_patch. `command` is
 * everything else: it runs as it is.
 */
export type Recognition =
  | { readonly kind: 'patch'; readonly body: string; readonly folder: string | undefined }
  | { readonly kind: 'bare-body' }
  | { readonly kind: 'command' }

const names = new Set(['apply_patch', 'applypatch'])
const ordinary: Recognition = { kind: 'command' }

/** The words of `cd PATH`, when the shell takes PATH as it stands. */
function folderOfCd(words: readonly ShellWord[]): string | undefined {
  const [cd, path, more] = words
  if (cd?.text !== 'cd' || !path || more || !cd.literal || !path.literal) return undefined
  // Expanded by the shell (~, patterns) or given a meaning by cd (-, options): not a plain path.
  return path.text === '' || /^[~-]|[*?[\]]/.test(path.text) ? undefined : path.text
}

const isCall = (words: readonly ShellWord[] | undefined): boolean =>
  words?.length === 1 && words[0]?.literal === true && names.has(words[0].text)

async function readScript(script: string, parser: ShellParser): Promise<Recognition> {
  const taken = takeHeredoc(script)
  const heredoc = taken && (await parser.parse(taken.script))?.heredoc
  if (taken === undefined || heredoc?.delimiter !== taken.delimiter || heredoc.body !== '' || heredoc.tabs)
    return ordinary
  // Unquoted, the shell would expand these: what it then passes on is not what stands here.
  if (!heredoc.quoted && /[$`\\]/.test(taken.body)) return ordinary
  const [first, second, third] = heredoc.commands
  if (!second) return isCall(first) ? { kind: 'patch', body: taken.body, folder: undefined } : ordinary
  const folder = first && folderOfCd(first)
  return folder !== undefined && isCall(second) && !third
    ? { kind: 'patch', body: taken.body, folder }
    : ordinary
}

/** A script cut short: the here-document's body is taken out, so that a parse of the rest stays quick however long it is. */
interface HeredocText {
  readonly script: string
  readonly delimiter: string
  readonly body: string
}

/** What may stand before the body. Longer than this is no call of ours. */
const maxPrelude = 8192

/**
 * Takes the body out of a script that ends in one here-document: everything after the first line with `<<WORD`, up to
 * the first line that is exactly WORD, after which only white space may follow. Undefined for every other script. This
 * looks at text only; whether the rest is such a call is for a real parse of `script` to say.
 */
function takeHeredoc(script: string): HeredocText | undefined {
  const operator = script.slice(0, maxPrelude).indexOf('<<')
  if (operator < 0) return undefined
  const lineEnd = script.indexOf('\n', operator)
  if (lineEnd < 0 || lineEnd > maxPrelude) return undefined
  const word = /^<<-?[ \t]*(?:'([^']+)'|"([^"$`\\]+)"|\\?(\w+))[ \t]*$/.exec(script.slice(operator, lineEnd))
  const delimiter = word?.[1] ?? word?.[2] ?? word?.[3]
  if (delimiter === undefined) return undefined
  const start = lineEnd + 1
  const rest = script.startsWith(`${delimiter}\n`, start) || script.slice(start) === delimiter
  const closing = rest ? start : script.indexOf(`\n${delimiter}`, lineEnd) + 1
  if (closing === 0) return undefined
  let end = closing
  // The delimiter must be a line of its own: go on while it is only how a line begins.
  while (end + delimiter.length < script.length && script[end + delimiter.length] !== '\n') {
    end = script.indexOf(`\n${delimiter}`, end + 1) + 1
    if (end === 0) return undefined
  }
  if (script.slice(end + delimiter.length).trim() !== '') return undefined
  return { script: `${script.slice(0, start)}${delimiter}\n`, delimiter, body: script.slice(start, end) }
}

const isPatch = (text: string): boolean =>
  text.trimStart().startsWith('*** Begin Patch') && parsePatch(text).kind === 'parsed'

/**
 * Recognises the shell forms of apply_patch (docs/spec/tools.md) by a real parse: `[apply_patch|applypatch, BODY]`, and
 * `bash -lc` whose only statement is `apply_patch <<'X'`, after `cd PATH &&` or not. In doubt it is an ordinary command.
 */
export async function recognisePatch(command: readonly string[], parser: ShellParser): Promise<Recognition> {
  const [program = '', argument] = command
  if (command.length === 2 && names.has(program) && argument !== undefined)
    return { kind: 'patch', body: argument, folder: undefined }
  if (command.length === 1) return isPatch(program) ? { kind: 'bare-body' } : ordinary
  const script = command[2]
  if (!isBareShellCall(command) || script === undefined) return ordinary
  return isPatch(script) ? { kind: 'bare-body' } : readScript(script, parser)
}
