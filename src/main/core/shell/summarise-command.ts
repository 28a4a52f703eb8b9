import type { ParsedCommand } from '@shared/domain/parsed-command'
import { shellScriptOf } from './shell-script'
import type { ShellParser } from './parse'
import { isFormatting, readSimpleCommand } from './read-simple-command'

/** A longer script is not looked into; it is shown whole. */
const maxScript = 32_768

/** The commands of a script of words only, or undefined where there is more to it. */
async function plainCommands(script: string, parser: ShellParser): Promise<string[][] | undefined> {
  if (script.length > maxScript) return undefined
  const parsed = await parser.parse(script)
  if (parsed?.plain !== true || !parsed.commands.every((words) => words.every((word) => word.literal)))
    return undefined
  return parsed.commands.map((words) => words.map((word) => word.text))
}

function summarise(script: string, commands: readonly string[][]): ParsedCommand[] {
  const telling = commands.filter((words) => !isFormatting(words) && words[0] !== 'true')
  const kept = commands.length > 1 && telling.length > 0 ? telling : commands
  const results: { parsed: ParsedCommand; at: number }[] = []
  let folder = ''
  for (const [at, words] of kept.entries()) {
    const [program, target = ''] = words
    const more = at < kept.length - 1
    if (program === 'cd' && more && results.length === 0) {
      folder = target.startsWith('/') || folder === '' ? target : `${folder}/${target}`
      continue
    }
    if (program === 'echo' && more && results.length === 0) continue
    const parsed = readSimpleCommand(words, folder)
    if (JSON.stringify(results.at(-1)?.parsed) !== JSON.stringify(parsed)) results.push({ parsed, at })
  }
  const [only] = results
  const filtered = commands.at(-1) !== kept.at(-1)
  // A file shown through filters is one thing that is done: the whole line.
  if (results.length === 1 && only?.parsed.type === 'read' && filtered)
    return [{ ...only.parsed, cmd: script }]
  return results.map(({ parsed }) => parsed)
}

/**
 * What a command does, in short, for display (docs/spec/commands.md); never empty, never a reason to let it run. A script that
 * is more than words joined by `&& || ; |` is one `unknown` with its whole text.
 */
export async function summariseCommand(
  command: readonly string[],
  parser: ShellParser,
): Promise<ParsedCommand[]> {
  const script = shellScriptOf(command)
  if (script === undefined) return [readSimpleCommand(command, '')]
  const commands = await plainCommands(script, parser)
  const results = commands === undefined ? [] : summarise(script, commands)
  return results.length === 0 ? [{ type: 'unknown', cmd: script }] : results
}
