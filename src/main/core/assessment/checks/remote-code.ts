import { languageOf } from '../../programs/built-in'
import { isShell } from '../../shell/shell-script'
import type { SimpleCommand } from '../../shell/graph'
import { resolveAll } from '../../shell/paths'
import { decodes, downloadedPaths, downloads } from './flows'
import { hasArg, verbs, type Rule, type View } from './rule'

/** The commands whose output a command executes. */
function executed(command: SimpleCommand, view: View): readonly SimpleCommand[] {
  const direct = view.graph.executes.get(command.id)?.from ?? []
  const piped =
    languageOf(command.program) !== undefined && readsInput(command) && command.stdin.kind === 'pipe'
      ? command.stdin.from
      : []
  const inline =
    languageOf(command.program) !== undefined && hasArg(command, /^-[a-zA-Z]*[cerE]$|^--eval$/)
      ? command.words.flatMap((word) => word.from)
      : []
  return view.sources([...direct, ...piped, ...inline])
}

/** An interpreter with no script of its own reads one from standard input. */
const readsInput = (command: SimpleCommand): boolean =>
  command.words
    .slice(1)
    .every((word) => word.text === '-' || (word.text.startsWith('-') && !/^-(c|e|m|p|r)$/.test(word.text)))

/** The file that a command would run: its program, or the script that it is given. */
function runsFiles(command: SimpleCommand): readonly string[] {
  const [program, ...rest] = command.words
  if (!program?.known) return []
  const own = program.text.includes('/') ? resolveAll(program.text, command.cwd) : []
  const takesScript =
    isShell(command.program) ||
    languageOf(command.program) !== undefined ||
    /^(source|\.|chmod)$/.test(command.program)
  const scripts = takesScript
    ? rest.flatMap((word) =>
        word.known && !word.text.startsWith('-') ? resolveAll(word.text, command.cwd) : [],
      )
    : []
  return [...own, ...scripts]
}

/** Options by which a library is loaded into a program of ssh's. */
const libraryOptions = new Map([
  ['ssh-keygen', /^-[Dw]/],
  ['ssh-add', /^-[sS]/],
  ['ssh', /^-I/],
])

/** Code that comes from elsewhere, or that was made unreadable on the way. */
export const remoteCodeRules: readonly Rule[] = [
  {
    id: 'code.remote',
    effect: 'run-code',
    level: 'high',
    categories: ['network_access', 'system_modification'],
    match: (command, view) =>
      executed(command, view).find(downloads)?.program ||
      (executed(command, view).some(downloads) ? 'it' : false),
  },
  {
    id: 'code.encoded',
    level: 'high',
    categories: ['system_modification'],
    match: (command, view) => executed(command, view).find(decodes)?.program ?? false,
  },
  {
    id: 'code.downloaded',
    effect: 'run-code',
    level: 'high',
    categories: ['network_access', 'system_modification'],
    match: (command, view) => {
      const files = runsFiles(command)
      if (files.length === 0) return false
      const fetched = downloadedPaths(command, view)
      return files.find((path) => fetched.includes(path)) ?? false
    },
  },
  {
    id: 'code.remote-url',
    effect: 'run-code',
    level: 'high',
    categories: ['network_access', 'system_modification'],
    match: (command) => {
      if (
        !/^(deno|bun|node|nix|nix-shell|nix-env|mshta|regsvr32|rundll32|javaws|php|python3?)$/.test(
          command.program,
        )
      )
        return false
      return (
        command.words.slice(1).find((word) => /^(i:)?https?:\/\//i.test(word.text.replace(/^\/i:/i, '')))
          ?.text ?? false
      )
    },
  },
  {
    id: 'code.secret-of-input',
    level: 'high',
    categories: ['system_modification'],
    match: (command, view) => {
      const from = view.graph.executes.get(command.id)
      return from && !from.seen && command.via === 'each'
        ? (executed(command, view)[0]?.program ?? false)
        : false
    },
  },
  {
    id: 'code.printed',
    level: 'medium',
    categories: ['system_modification'],
    match: (command, view) => {
      const from = view.graph.executes.get(command.id)
      return from && !from.seen ? executed(command, view)[0]?.program || 'another command' : false
    },
  },
  {
    // The program of a token, or of a key on one.
    id: 'code.library',
    effect: 'run-code',
    level: 'high',
    categories: ['system_modification'],
    unread: true,
    match: (command) => {
      const options = libraryOptions.get(command.program)
      const at = command.words.findIndex(({ text }, index) => index > 0 && options?.test(text) === true)
      const tied = command.words[at]?.text.slice(2) ?? ''
      return at < 0 ? false : tied || (command.words[at + 1]?.text ?? '') || command.program
    },
  },
  {
    id: 'code.plugin',
    level: 'medium',
    categories: ['system_modification'],
    match: (command) =>
      // What gpg imports is no code.
      !/^(gpg2?|gpgsm|gpgconf)$/.test(command.program) &&
      hasArg(
        command,
        /^--(require|import|loader|preload|plugin|plugin-dir|rulesdir|resolve-plugins-relative-to)(=|$)/,
      )
        ? (verbs(command)[0] ?? command.program)
        : false,
  },
]
