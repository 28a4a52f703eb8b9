import { programName } from '../shell/shell-script'
import { wrapperNames } from '../policy/simple-commands'

/** Programs whose further words are new targets or new commands, whatever stands before them. */
const neverOpen = new Set(
  'rm rmdir shred dd mv chmod chown chgrp find xargs eval source trap su ssh docker podman kubectl osascript'.split(
    ' ',
  ),
)
const shells = new Set('sh bash dash zsh ksh fish csh tcsh pwsh powershell cmd'.split(' '))
const interpreters =
  /^(python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|tsx|ts-node|ruby|perl|php|lua[\d.]*|Rscript|julia|awk|gawk|mawk)$/
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

/**
 * Why a rule may not stand for every command that begins with these words; undefined when it may. Such words say
 * nothing of what would run: a bare shell or interpreter, what runs the rest of its words, what deletes what it is
 * given (docs/spec/commands.md).
 */
export function tooBroad(words: readonly string[]): string | undefined {
  const [program = '', ...rest] = words
  const name = programName(program)
  if (name === '' || /^\w+=/.test(program)) return 'it does not begin with a program'
  if (shells.has(name)) return `${name} runs whatever text it is given`
  if (wrapperNames.has(name)) return `${name} runs whatever command follows it`
  if (neverOpen.has(name)) return `the words after ${name} decide what happens`
  const [first] = rest
  const module = first === '-m' && rest.length > 1
  if (interpreters.test(name) && !Object.hasOwn(carriers, name))
    return (first === undefined || first.startsWith('-')) && !module
      ? `${name} runs whatever code it is given`
      : undefined
  const runs = Object.hasOwn(carriers, name) ? carriers[name] : undefined
  if (!runs) return undefined
  const named = runs.includes(first ?? '') ? rest[1] : first
  return named === undefined || named.startsWith('-')
    ? `“${words.join(' ')}” leaves open what ${name} does`
    : undefined
}
