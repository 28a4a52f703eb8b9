import type { FloorReason } from '../domain/facts'
import { sendingInWords } from './effect'
import { messages } from './spoken'

/** The sentence of a reason, with `{}` for what was found. */
function sentence({ rule, level, does, hidden }: FloorReason): string {
  const { reason, ruleReasons } = messages()
  const known: Readonly<Record<string, string>> = ruleReasons
  if (does === undefined) return known[rule] ?? reason.holds(rule)
  if (level === 'low') return reason.does(does)
  return rule === 'own.record' && !hidden ? reason.doesByOwnRecord(does) : reason.doesThis(does)
}

/** One reason of the checks as a sentence. It may hold names from the command and the file system, which are untrusted. */
export function reasonInWords(reason: FloorReason): string {
  const { act, detail = '', warning, hidden, said } = reason
  if (said !== undefined) return said
  const found =
    act?.kind === 'send' ? sendingInWords(act) : detail === '$(lines)' ? messages().reason.lines : detail
  const text = sentence(reason).replace('{}', () => (hidden ? '…' : found))
  if (hidden) return messages().reason.hidden(text)
  return warning === undefined ? text : messages().reason.warned(text.replace(/\.$/, ''), warning)
}

/** The same as the part of a sentence: without its full stop. */
export const reasonClause = (reason: FloorReason): string => reasonInWords(reason).replace(/\.\s*$/, '')
