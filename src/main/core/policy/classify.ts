import type { ShellParser, ShellWord } from '../shell/parse'
import { mayConnect } from './may-connect'
import type { CommandGraph } from '../shell/graph'
import { isKnownSafe, shellBuiltins } from './known-safe'
import type { ProgramLookup } from './program-lookup'
import { isBareShellCall, programName } from '../shell/shell-script'
import { builtInTable } from '../programs/built-in'
import { findEffect } from '../programs/find-effect'

/**
 * What the lists say of a command. `safe`: on the known-safe list in every part, each part by a program of the system.
 * `danger`: the first reason it is on the dangerous list, undefined when it is not. A command that cannot be read is
 * neither safe nor known to be dangerous.
 */
export interface Classification {
  readonly safe: boolean
  readonly danger: string | undefined
  /** False only when every program in it is known to open no connection. */
  readonly mayConnect: boolean
  /** True when git is one of its programs: what a repository configures is then part of it. */
  readonly usesGit: boolean
}

const literal = (text: string): ShellWord => ({ text, literal: true })

/** Every program is the system's own, where a shell does not do it by itself. */
async function fromSystem(
  commands: readonly (readonly ShellWord[])[],
  programs: ProgramLookup,
  inShell: boolean,
): Promise<boolean> {
  const words = new Set(commands.map(([program]) => program?.text ?? ''))
  const places = await Promise.all(
    [...words].map(async (word) => (inShell && shellBuiltins.has(word)) || (await programs(word))?.system),
  )
  return places.every((system) => system === true)
}

/**
 * Whether a command is on the known-safe list (docs/spec/commands.md) in every part, by a real shell parse: one plain
 * command, or a bare shell call of plain commands only.
 */
export async function isListedSafe(
  command: readonly string[],
  parser: Pick<ShellParser, 'parse'>,
  programs: ProgramLookup,
): Promise<boolean> {
  const inShell = isBareShellCall(command)
  const parse = inShell ? await parser.parse(command[2] ?? '') : undefined
  const parts = inShell ? (parse?.plain === true ? parse.commands : []) : [command.map(literal)]
  if (parts.length === 0 || !parts.every(isKnownSafe)) return false
  const shell = inShell ? [command.slice(0, 1).map(literal)] : []
  return (await fromSystem(shell, programs, false)) && (await fromSystem(parts, programs, inShell))
}

/**
 * What the lists say of everything that a command would run, wherever in the graph it stands. What is too long or too deep
 * to be analysed counts as dangerous.
 */
export function listedIn(graph: Pick<CommandGraph, 'commands' | 'unreadable'>): Omit<Classification, 'safe'> {
  const reasons = graph.commands.map(({ words, shell, program }) =>
    shell === 'posix'
      ? dangerOf(words.map(({ text, known }) => ({ text, literal: known })))
      : dangerOnWindows(
          program,
          words.map(({ text }) => text),
        ),
  )
  const limit = graph.unreadable.find((each) => each.limit === true)
  return {
    danger:
      reasons.find((reason) => reason !== undefined) ??
      (limit && `the command could not be analysed: ${limit.reason}`),
    mayConnect: mayConnect(graph),
    usesGit: graph.commands.some(({ program }) => program === 'git'),
  }
}

/**
 * Why one simple command is on the dangerous list (docs/spec/commands.md and what the later form added), or undefined. Looks
 * at the command alone; the graph of commands holds what it runs. Of rm, a word that is not literal and begins with a dash may be any option.
 */
function dangerOf([program, ...args]: readonly ShellWord[]): string | undefined {
  const name = programName(program?.text ?? '')
  const known = builtInTable.of(name)
  if (!known) return undefined
  const words = args.map(({ text }) => text)
  const found = findEffect({ values: known.values, effects: known.dangers }, name, words)?.effect.does
  const hidden = name === 'rm' && args.some((arg) => !arg.literal && arg.text.startsWith('-'))
  return found ?? (hidden ? 'rm with options that cannot be read' : undefined)
}

/** The same for a command of PowerShell or cmd, whose names are folded to one spelling. */
function dangerOnWindows(program: string, words: readonly string[]): string | undefined {
  const name = program.toLowerCase()
  const says = (option: RegExp): boolean => words.some((word) => option.test(word))
  if (name === 'remove-item' && says(/^-r/i) && says(/^-fo/i))
    return 'Remove-Item with force deletes without asking'
  if (/^(rd|rmdir|del|erase)$/.test(name) && says(/^\/s$/i) && says(/^\/q$/i))
    return `${name} /s /q deletes without asking`
  return undefined
}
