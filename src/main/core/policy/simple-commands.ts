import type { ShellParser, ShellWord } from '../ports'
import { programName, supposedScriptOf } from '../shell/shell-script'

/** Beyond this depth a command counts as one that cannot be read (docs/spec/commands.md: depth 8). */
const maxDepth = 8

/** Programs that run the rest of their words: which options take a value, and how many operands come first. */
const wrappers: Readonly<Record<string, { readonly valued: string; readonly operands: number }>> = {
  sudo: { valued: 'ughpCDrtTUR', operands: 0 },
  doas: { valued: 'uC', operands: 0 },
  env: { valued: 'uCS', operands: 0 },
  nice: { valued: 'n', operands: 0 },
  ionice: { valued: 'cnp', operands: 0 },
  nohup: { valued: '', operands: 0 },
  time: { valued: 'of', operands: 0 },
  command: { valued: '', operands: 0 },
  exec: { valued: 'a', operands: 0 },
  builtin: { valued: '', operands: 0 },
  stdbuf: { valued: 'ioe', operands: 0 },
  setsid: { valued: '', operands: 0 },
  busybox: { valued: '', operands: 0 },
  toybox: { valued: '', operands: 0 },
  xargs: { valued: 'ILnPsdEa', operands: 0 },
  parallel: { valued: 'jINnLS', operands: 0 },
  watch: { valued: 'n', operands: 0 },
  timeout: { valued: 'ks', operands: 1 },
  chroot: { valued: '', operands: 1 },
  flock: { valued: 'wE', operands: 1 },
}

/** The programs that run the rest of their words. */
export const wrapperNames: ReadonlySet<string> = new Set(Object.keys(wrappers))

/** What a command line comes down to. `readable` is false when part of it could not be parsed or went too deep. */
export interface CommandReading {
  readonly commands: readonly (readonly ShellWord[])[]
  readonly plain: boolean
  readonly readable: boolean
}

function unwrap(words: readonly ShellWord[]): readonly ShellWord[] | undefined {
  const name = programName(words[0]?.text ?? '')
  const wrapper = Object.hasOwn(wrappers, name) ? wrappers[name] : undefined
  if (!wrapper) return undefined
  let operands = wrapper.operands
  for (let at = 1; at < words.length; at++) {
    const text = words[at]?.text ?? ''
    if (text === '--') return words.slice(at + 1 + operands)
    if (/^-[A-Za-z]$/.test(text) && wrapper.valued.includes(text.charAt(1))) at += 1
    else if (text.startsWith('-') || /^[A-Za-z_][A-Za-z0-9_]*=/.test(text)) continue
    else if (operands > 0) operands -= 1
    else return words.slice(at)
  }
  return []
}

/** The commands after find's -exec and its siblings, each up to `;` or `+`. */
function findActions(words: readonly ShellWord[]): (readonly ShellWord[])[] {
  const found: (readonly ShellWord[])[] = []
  words.forEach((word, at) => {
    if (!/^-(exec|execdir|ok|okdir)$/.test(word.text)) return
    const rest = words.slice(at + 1)
    const end = rest.findIndex((each) => each.text === ';' || each.text === '+')
    found.push(end < 0 ? rest : rest.slice(0, end))
  })
  return found
}

/** The shell text a command would run itself: `bash -c TEXT`, `eval TEXT…`, `trap TEXT SIG`, `env -S TEXT`. */
function nestedScript(words: readonly ShellWord[]): string | undefined {
  const all = words.map((word) => word.text)
  const name = programName(all[0] ?? '')
  if (name === 'eval') return all.slice(1).join(' ')
  if (name === 'trap') return all[1]
  if (name === 'su') return all[all.indexOf('-c') + 1]
  if (name === 'env') {
    const at = all.findIndex((text) => text === '-S' || text === '--split-string')
    if (at > 0) return all[at + 1]
  }
  return supposedScriptOf(all)
}

/**
 * Opens a command line down to its simple commands: shells, wrappers, eval, xargs and find -exec are looked into, and
 * both the outer and the inner command are listed. Nothing is run; unparsable text makes `readable` false.
 */
export async function simpleCommands(
  command: readonly string[],
  parser: ShellParser,
): Promise<CommandReading> {
  const commands: (readonly ShellWord[])[] = []
  let plain = true
  let readable = true

  const open = async (words: readonly ShellWord[], depth: number): Promise<void> => {
    if (words.length === 0) return
    commands.push(words)
    if (depth >= maxDepth) {
      readable = false
      return
    }
    const inner = unwrap(words)
    if (inner) await open(inner, depth + 1)
    if (programName(words[0]?.text ?? '') === 'find')
      for (const action of findActions(words)) await open(action, depth + 1)
    const script = nestedScript(words)
    if (script === undefined) return
    const parse = await parser.parse(script)
    if (!parse) {
      readable = false
      return
    }
    plain &&= parse.plain
    for (const each of parse.commands) await open(each, depth + 1)
  }

  await open(
    command.map((text) => ({ text, literal: true })),
    0,
  )
  return { commands, plain, readable }
}
