import { quoteWord } from '@shared/domain/quote-shell'
import { basename } from 'node:path'
import { realPath } from './protected-entry'

/** The descriptor on which a waiting sandbox is told its command. */
export const gateDescriptor = 4

/** The shell reads the line byte by byte, so a longer one would cost more than the wait saves; it runs without a gate. */
const maxLine = 4_096
/** The only name that the gate's shell uses; it is unset before the command runs. */
const name = '_countersign_line'

/** Names that shells keep for themselves, or change: with one of them in the environment there is no gate. */
const shellsOwn = /^(?:IFS|PPID|LINENO|OPTIND|OPTARG|OPTERR|SHELLOPTS|BASHOPTS|BASH\w*|ENV|POSIXLY_CORRECT)$/
const plainName = /^[A-Za-z_][A-Za-z0-9_]*$/

/**
 * A shell that hands on its environment as it is: dash does, wherever it is the system's or lies beside it; bash adds names of
 * its own. Undefined: this system has none, and nothing can wait.
 */
export function gateShell(): string | undefined {
  const isDash = (path: string): boolean => basename(realPath(path) ?? '') === 'dash'
  return ['/bin/sh', '/bin/dash', '/usr/bin/dash'].find(isDash)
}

/**
 * The command of a sandbox that is made before it is known what will run in it: a shell that waits for one line and becomes
 * what the line says. Its end without a line is exit 125. `$1` is a newline, which a line cannot hold.
 */
export const gateCommand = (shell: string): readonly string[] => [
  shell,
  '-c',
  `IFS= read -r ${name} <&${String(gateDescriptor)} || exit 125; eval "$${name}"`,
  'countersign-gate',
  '\n',
]

const quote = (word: string): string => quoteWord(word).replaceAll('\n', `'"$1"'`)

/** The line that makes a waiting sandbox run just these words, with these variables; undefined when it is too long. */
export function gateLine(
  words: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): string | undefined {
  const set = Object.entries(variables).map(([each, value]) => `${each}=${quote(value)} `)
  const line = `unset ${name}; ${set.join('')}exec ${words.map(quote).join(' ')} ${String(gateDescriptor)}<&-\n`
  return Buffer.byteLength(line) > maxLine ? undefined : line
}

/** The names in this environment that the gate's shell would not hand on as they are. */
export function keptByGate(env: Readonly<Record<string, string>>): readonly string[] {
  return Object.keys(env).filter((each) => !plainName.test(each) || shellsOwn.test(each) || each === name)
}

/** Whether this environment comes out of the gate's shell as it went in. */
export const passesGate = (env: Readonly<Record<string, string>>): boolean => keptByGate(env).length === 0
