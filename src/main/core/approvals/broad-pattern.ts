import { builtInTable, languageOf } from '../programs/built-in'
import { fits } from '../programs/word-pattern'
import { eachReaders } from '../shell/nested/each'
import { wrapperReaders } from '../shell/nested/wrappers'
import { isShell, programName } from '../shell/shell-script'

/** Programs whose further words are new targets or new commands, whatever stands before them. */
const neverOpen = new Set(
  'rm rmdir shred dd mv chmod chown chgrp find xargs eval source trap su ssh docker podman kubectl osascript perf tmux'.split(
    ' ',
  ),
)
const windowsShells = new Set(['pwsh', 'powershell', 'cmd'])
const moreInterpreters = /^(bun|julia|[gmn]?awk|pypy[\d.]*|lua[\d.]+)$/

const runsCode = (name: string): boolean => languageOf(name) !== undefined || moreInterpreters.test(name)

/** Programs of many subcommands, and those of their words that only say that a program's name follows. */
const carriers: Readonly<Record<string, readonly string[]>> = {
  git: [],
  npm: ['run', 'run-script', 'exec', 'x'],
  pnpm: ['run', 'exec', 'dlx'],
  yarn: ['run', 'exec', 'dlx'],
  bun: ['run', 'x'],
  npx: [],
  pnpx: [],
  bunx: [],
  uvx: [],
  pipx: ['run'],
  uv: ['run', 'tool'],
  poetry: ['run'],
  cargo: ['run'],
  go: ['run', 'tool'],
  deno: ['run', 'eval', 'task'],
  make: [],
  just: [],
}

const fetchesPrograms = new Set(['npx', 'pnpx', 'bunx', 'uvx'])

/**
 * Why a rule may not stand for every command that begins with these words; undefined when it may. Such words say
 * nothing of what would run: a bare shell or interpreter, what runs the rest of its words, what deletes what it is
 * given (docs/spec/commands.md).
 */
export function tooBroad(words: readonly string[]): string | undefined {
  const [program = '', ...rest] = words
  const name = programName(program)
  if (name === '' || /^\w+=/.test(program)) return 'it does not begin with a program'
  if (isShell(name) || windowsShells.has(name)) return `${name} runs whatever text it is given`
  const started =
    builtInTable
      .of(name)
      ?.runs.flat()
      .filter(({ as }) => as !== 'escape') ?? []
  const isWrapper = started.some(({ verbs, behind }) => !verbs && !behind)
  if (isWrapper || Object.hasOwn(wrapperReaders, name) || Object.hasOwn(eachReaders, name))
    return `${name} runs whatever command follows it`
  if (neverOpen.has(name)) return `the words after ${name} decide what happens`
  const [first] = rest
  const module = first === '-m' && rest.length > 1
  if (runsCode(name) && !Object.hasOwn(carriers, name))
    return (first === undefined || first.startsWith('-')) && !module
      ? `${name} runs whatever code it is given`
      : undefined
  const runner = started.find(({ verbs }) => verbs?.some((verb) => fits(first ?? '', verb)))
  if (runner && runner.as !== 'command') return `${name} ${first ?? ''} runs whatever command follows it`
  const runs = Object.hasOwn(carriers, name)
    ? carriers[name]
    : started.some(({ verbs }) => verbs)
      ? []
      : undefined
  if (!runs) return undefined
  const behind = runner !== undefined || runs.includes(first ?? '')
  const named = behind ? rest[1] : first
  if (named === undefined || named.startsWith('-'))
    return `“${words.join(' ')}” leaves open what ${name} does`
  // What follows is a program's name here, and not that of a script of the project.
  const starts = (behind && (runner !== undefined || first !== 'run')) || fetchesPrograms.has(name)
  return starts ? tooBroad(behind ? rest.slice(1) : rest) : undefined
}
