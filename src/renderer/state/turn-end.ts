import type { TranscriptItem } from './transcript-items'
import { settleCalls } from './transcript-calls'
import { settleReviews } from './transcript-reviews'
import { withoutRetrying } from './transcript-text'

/** The turn is over: what of it runs is settled, and how it ended stands at its end. */
export function turnFinished(
  items: readonly TranscriptItem[],
  end: {
    readonly key: string
    readonly turnDiff: string
    readonly outcome: 'completed' | 'interrupted' | 'failed'
    /** Its number, where that is known. */
    readonly turn: number | undefined
  },
): readonly TranscriptItem[] {
  const { key, turnDiff, outcome, turn } = end
  const settled = settleReviews(settleCalls(withoutRetrying(items))).map((item) =>
    (item.kind === 'assistant' || item.kind === 'reasoning') && !item.done ? { ...item, done: true } : item,
  )
  const asks = turn !== undefined && ranCommands(items)
  const changes: TranscriptItem[] =
    turnDiff === '' && !asks
      ? []
      : [{ kind: 'turn-diff', key: `${key}-diff`, unifiedDiff: turnDiff, ...(asks && { turn }) }]
  // A review says itself that it did not come to its end; there is nothing to ask again.
  const reviewed = items.findLast(({ kind }) => kind === 'user' || kind === 'review')?.kind === 'review'
  if (outcome === 'completed' || reviewed) return [...settled, ...changes]
  const fault = outcome === 'failed' ? faultOfTurn(settled) : -1
  return fault === -1
    ? [...settled, ...changes, { kind: 'turn-ended', key, outcome }]
    : [
        ...settled.map((item, at) =>
          at === fault && item.kind === 'fault' ? { ...item, ended: true } : item,
        ),
        ...changes,
      ]
}

/** Whether the turn ran a command that is not known to only read. */
function ranCommands(items: readonly TranscriptItem[]): boolean {
  const begins = items.findLastIndex(({ kind }) => kind === 'user')
  return items.some(
    (item, at) =>
      at > begins && item.kind === 'command' && item.attempts.length > 0 && item.summary === undefined,
  )
}

/** The fault that a turn ended with, which says of itself that it did. */
function faultOfTurn(items: readonly TranscriptItem[]): number {
  const begins = items.findLastIndex(({ kind }) => kind === 'user')
  const fault = items.findLastIndex(({ kind }) => kind === 'fault')
  return fault > begins ? fault : -1
}

/**
 * The key of the item at which the model can be asked again: the end of a turn that failed or was interrupted, if only
 * settings were changed since. Undefined: the last turn ended well.
 */
export function retryAt(items: readonly TranscriptItem[]): string | undefined {
  const last = items.findLast(
    ({ kind }) => !(kind === 'configured' || kind === 'turn-diff' || kind === 'noted'),
  )
  return last?.kind === 'turn-ended' || (last?.kind === 'fault' && last.ended) ? last.key : undefined
}
