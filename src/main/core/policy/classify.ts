import type { ShellParser } from '../ports'
import { mayConnect } from '../network/may-connect'
import { dangerOf } from './dangerous'
import { isKnownSafe } from './known-safe'
import { isBareShellCall } from './shell-script'
import { simpleCommands } from './simple-commands'

/**
 * What the lists say of a command. `safe`: on the known-safe list in every part. `danger`: the first reason it is on
 * the dangerous list, undefined when it is not. A command that cannot be read is neither safe nor known to be dangerous.
 */
export interface Classification {
  readonly safe: boolean
  readonly danger: string | undefined
  /** False only when every program in it is known to open no connection. */
  readonly mayConnect: boolean
}

/** Judges a command by the known-safe and the dangerous list (docs/spec/commands.md), over a real shell parse. */
export async function classify(command: readonly string[], parser: ShellParser): Promise<Classification> {
  const reading = await simpleCommands(command, parser)
  const connects = mayConnect(reading.commands, reading.readable)
  const danger = reading.commands.map(dangerOf).find((reason) => reason !== undefined)
  if (danger !== undefined || !reading.readable) return { safe: false, danger, mayConnect: connects }
  if (!isBareShellCall(command))
    return { safe: isKnownSafe(command), danger: undefined, mayConnect: connects }
  const inner = reading.commands.slice(1)
  const safe =
    reading.plain &&
    inner.length > 0 &&
    inner.every((words) => words.every((word) => word.literal) && isKnownSafe(words.map((word) => word.text)))
  return { safe, danger: undefined, mayConnect: connects }
}
