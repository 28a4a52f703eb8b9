import { quoteCommand } from '@shared/domain/quote-shell'
import { ruleImport } from '@shared/messages/rule-import'
import type { PermissionFile } from '../ports/agent-permissions'
import { readCalls, type CallValue, type StatedCall } from './read-calls'
import type { StatedEntry } from './stated-entry'

/** So many commands one entry may stand for by its alternatives. */
const maxCommands = 50

const texts = (value: CallValue): readonly string[] | undefined => {
  if (typeof value === 'string') return [value]
  return value.length > 0 && value.every((each) => typeof each === 'string') ? value : undefined
}

/** Every sequence of words that a pattern stands for; undefined: it is none, or stands for too many. */
function sequences(pattern: CallValue | undefined): readonly (readonly string[])[] | undefined {
  if (pattern === undefined || typeof pattern === 'string' || pattern.length === 0) return undefined
  let all: readonly (readonly string[])[] = [[]]
  for (const element of pattern) {
    const words = texts(element)
    if (!words || words.some((word) => word === '')) return undefined
    all = all.flatMap((before) => words.map((word) => [...before, word]))
    if (all.length > maxCommands) return undefined
  }
  return all
}

/** Examples as commands in one text each: they are texts, or lists of words. */
const examples = (value: CallValue | undefined): readonly string[] =>
  value === undefined || typeof value === 'string'
    ? []
    : value.flatMap((each) => {
        if (typeof each === 'string') return [each]
        const words = texts(each)
        return words ? [quoteCommand(words)] : []
      })

const says: Readonly<Record<string, StatedEntry['says']>> = {
  allow: 'allow',
  prompt: 'ask',
  forbidden: 'deny',
}

const written = (value: CallValue): string =>
  typeof value === 'string' ? JSON.stringify(value) : `[${value.map(written).join(', ')}]`

function entryOf({ name, values }: StatedCall): StatedEntry {
  const told = [...values]
    .filter(([key]) => !['match', 'not_match', 'justification'].includes(key))
    .map(([key, value]) => `${key} = ${written(value)}`)
  const entry = `${name}(${told.join(', ')})`
  if (name !== 'prefix_rule') return { entry, says: 'allow', of: { problem: ruleImport.otherCall(name) } }
  const decision = values.get('decision') ?? 'allow'
  const known = typeof decision === 'string' ? says[decision] : undefined
  if (known === undefined) return { entry, says: 'deny', of: { problem: ruleImport.noDecision, program: '' } }
  const found = sequences(values.get('pattern'))
  return {
    ...{
      entry,
      says: known,
      match: examples(values.get('match')),
      noMatch: examples(values.get('not_match')),
    },
    of: found
      ? { commands: found.map((each) => ({ words: each, open: true })) }
      : { problem: ruleImport.noPattern, program: '' },
  }
}

/** The entries of a file of Codex's rules, in order; the last one says where it could not be read further, which may have denied anything. */
export function readCodexRules({ text, folder }: PermissionFile): readonly StatedEntry[] {
  const { calls, problem } = readCalls(text)
  const entries = calls.map((call) => ({ ...entryOf(call), folder }))
  if (problem === undefined) return entries
  const reason = ruleImport.noCall
  return [
    ...entries,
    { entry: `line ${String(problem)}`, says: 'deny', folder, of: { problem: reason, program: '' } },
  ]
}
