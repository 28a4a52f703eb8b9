import type { FloorReason } from '../domain/facts'
import { checkSentence, sendingInWords } from './effect'
import { messages } from './spoken'

/** One reason of the checks as a sentence. It may hold names from the command and the file system, which are untrusted. */
export function reasonInWords(reason: FloorReason): string {
  const { act, detail = '', warning, hidden, said } = reason
  if (said !== undefined) return said
  const found =
    act?.kind === 'send' ? sendingInWords(act) : detail === '$(lines)' ? messages().reason.lines : detail
  const text = checkSentence(reason).replace('{}', () => (hidden ? '…' : found))
  if (hidden) return messages().reason.hidden(text)
  return warning === undefined ? text : messages().reason.warned(text.replace(/\.$/, ''), warning)
}

/** The same as the part of a sentence: without its full stop. */
export const reasonClause = (reason: FloorReason): string => reasonInWords(reason).replace(/\.\s*$/, '')
