import type { ShellParser, ShellWord } from '../ports'
import { mayConnect } from '../network/may-connect'
import { dangerOf } from './dangerous'
import { isKnownSafe, shellBuiltins } from './known-safe'
import type { ProgramLookup } from './program-lookup'
import { isBareShellCall } from '../shell/shell-script'
import { simpleCommands } from './simple-commands'

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

/** Judges a command by the known-safe and the dangerous list (docs/spec/commands.md), over a real shell parse. */
export async function classify(
  command: readonly string[],
  parser: ShellParser,
  programs: ProgramLookup,
): Promise<Classification> {
  const reading = await simpleCommands(command, parser)
  const known = {
    mayConnect: mayConnect(reading.commands, reading.readable),
    usesGit: reading.commands.some(([program]) => program?.text === 'git'),
  }
  const danger = reading.commands.map(dangerOf).find((reason) => reason !== undefined)
  if (danger !== undefined || !reading.readable) return { safe: false, danger, ...known }
  const inShell = isBareShellCall(command)
  const parts = inShell ? reading.commands.slice(1) : [command.map(literal)]
  const listed = (!inShell || reading.plain) && parts.length > 0 && parts.every(isKnownSafe)
  const shell = inShell ? [command.slice(0, 1).map(literal)] : []
  const safe =
    listed && (await fromSystem(shell, programs, false)) && (await fromSystem(parts, programs, inShell))
  return { safe, danger: undefined, ...known }
}
