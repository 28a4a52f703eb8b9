import { builtInTable } from '../programs/built-in'
import { findEffect } from '../programs/find-effect'
import type { ShellWord } from '../shell/parse'
import { programName } from '../shell/shell-script'

/**
 * Why one simple command is on the dangerous list (docs/spec/commands.md and what the later form added), or undefined. Looks
 * at the command alone; the graph of commands holds what it runs. Of rm, a word that is not literal and begins with a dash may be any option.
 */
export function dangerOf([program, ...args]: readonly ShellWord[]): string | undefined {
  const name = programName(program?.text ?? '')
  const known = builtInTable.of(name)
  if (!known) return undefined
  const words = args.map(({ text }) => text)
  const found = findEffect({ values: known.values, effects: known.dangers }, name, words)?.effect.does
  const hidden = name === 'rm' && args.some((arg) => !arg.literal && arg.text.startsWith('-'))
  return found ?? (hidden ? 'rm with options that cannot be read' : undefined)
}

/** The same for a command of PowerShell or cmd, whose names are folded to one spelling. */
export function dangerOnWindows(program: string, words: readonly string[]): string | undefined {
  const name = program.toLowerCase()
  const says = (option: RegExp): boolean => words.some((word) => option.test(word))
  if (name === 'remove-item' && says(/^-r/i) && says(/^-fo/i))
    return 'Remove-Item with force deletes without asking'
  if (/^(rd|rmdir|del|erase)$/.test(name) && says(/^\/s$/i) && says(/^\/q$/i))
    return `${name} /s /q deletes without asking`
  return undefined
}
