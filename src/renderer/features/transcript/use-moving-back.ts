import type { AgentEvent } from '@shared/domain/agent-event'
import { useEffect, useRef } from 'react'
import { moveChanges, placeOfItem } from '../../lib/move-changes'
import type { TranscriptItem } from '../../state/transcript-items'

type Items = readonly TranscriptItem[]

/** The keys of what was put back and of the message that its turn began with, where that is here; undefined: what was put back is not. */
interface Restored {
  readonly of: string
  readonly begun: string | undefined
}

/**
 * What is taken back while one looks on goes from where it stands to before the message that its turn began with, or towards it where that is out
 * of sight; what is done again comes from there.
 */
export function useMovingBack(items: Items | undefined): void {
  const last = items?.at(-1)
  const before = useRef(last)
  useEffect(() => {
    const isNew = before.current !== undefined && before.current.key !== last?.key
    before.current = last
    if (!isNew || last?.kind !== 'noted' || last.restored === undefined) return
    const { way } = last.restored
    const found = restoredOf(items ?? [], last.restored)
    moveChanges(() => {
      const stands = found && placeOfItem(found.of)
      if (stands === undefined) return undefined
      const { left, width } = stands
      const begun = found?.begun === undefined ? undefined : placeOfItem(found.begun)
      const back = begun ?? { left, width, top: 0, height: 0 }
      return way === 'undo' ? [stands, back] : [back, stands]
    })
  }, [items, last])
}

/** What was put back: the call of a run, or the line of what a turn changed. */
export function restoredOf(
  items: Items,
  { run, turnNumber }: Pick<Extract<AgentEvent, { type: 'files.restored' }>, 'run' | 'turnNumber'>,
): Restored | undefined {
  const at = run
    ? items.findLastIndex((item) => 'callId' in item && item.callId === run.callId)
    : changesOfTurn(items, turnNumber)
  const item = items[at]
  if (item === undefined) return undefined
  return { of: item.key, begun: items.slice(0, at).findLast(({ kind }) => kind === 'user')?.key }
}

/** The place of the line of what a turn changed, -1 where there is none. A turn lasts from its message to the next. */
function changesOfTurn(items: Items, turnNumber: number | undefined): number {
  const begins = items.findLastIndex((item) => item.kind === 'user' && item.turn === turnNumber)
  const next = items.findIndex(({ kind }, at) => at > begins && kind === 'user')
  const ends = next === -1 ? items.length : next
  return begins === -1
    ? -1
    : items.findIndex(({ kind }, at) => at > begins && at < ends && kind === 'turn-diff')
}
