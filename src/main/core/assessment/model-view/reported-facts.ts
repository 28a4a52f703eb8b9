import type { FactRow } from '@shared/domain/facts'
import { rowInWords, type RowMessage } from '@shared/messages/fact-row'

/** The facts that a model is sent, in words: without what lies beyond the session's folders, but not without a word of it. */
export function reportedFacts(rows: readonly FactRow[], outside = false): readonly RowMessage[] {
  const sent = rows.filter((row) => outside || row.local !== true)
  const reported: readonly FactRow[] =
    sent.length === rows.length ? rows : [...sent, { kind: 'withheld', known: false }]
  return reported.map(rowInWords)
}
