import type { CommandRule } from '../approvals/rule-text'

/**
 * One entry of an agent's permissions as its file has it. `says`: what becomes of what it is for. `commands`: the commands that it is for; `problem`: why
 * it cannot be told what it is for, or is for no command. `program`: the first word of such a one, where that much is known.
 */
export interface StatedEntry {
  readonly entry: string
  readonly says: 'allow' | 'ask' | 'deny'
  readonly folder?: string | undefined
  readonly match?: readonly string[]
  readonly noMatch?: readonly string[]
  readonly of:
    | { readonly commands: readonly CommandRule[] }
    | { readonly problem: string; readonly program?: string }
}

/** Whether a command may be one of both. */
export function overlap(one: CommandRule, other: CommandRule): boolean {
  const [short, long] = one.words.length <= other.words.length ? [one, other] : [other, one]
  if (!short.words.every((word, at) => word === long.words[at])) return false
  return short.open || short.words.length === long.words.length
}

/** Whether an entry that asks or denies may be about a command of these. What cannot be read of it may be about all of its program's. */
export function mayConcern(entry: StatedEntry, commands: readonly CommandRule[]): boolean {
  const { of } = entry
  return 'commands' in of
    ? of.commands.some((each) => commands.some((command) => overlap(each, command)))
    : of.program === '' || commands.some(({ words: [program] }) => program === of.program)
}
