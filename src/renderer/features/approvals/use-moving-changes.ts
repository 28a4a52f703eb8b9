import type { ApprovalRequest } from '@shared/domain/approval'
import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { moveChanges, placeOfItem } from '../../lib/move-changes'
import { askedIn } from '../../state/approval-order'
import { useWindow } from '../../state/context'

/** The place of a rehearsal in its panel: what it found comes out of the line that said that it runs, and what is put in place goes to its card. */
export function useMovingChanges(request: ApprovalRequest): RefObject<HTMLElement | null> {
  const { store } = useWindow()
  const place = useRef<HTMLElement>(null)
  const { rehearsal, id, callId } = request
  const sessionId = askedIn(request)
  const state =
    rehearsal?.state === 'found' && rehearsal.found.changes.length === 0 ? 'nothing' : rehearsal?.state
  const before = useRef(state)
  useLayoutEffect(() => {
    const ran = before.current === 'running'
    before.current = state
    if (!ran || state !== 'found') return
    moveChanges(() => {
      const all = place.current?.getBoundingClientRect()
      return all && [{ left: all.left, top: all.top, width: 16, height: 16 }, all]
    })
  }, [state])
  useLayoutEffect(
    () => () => {
      const { closed, transcripts } = store.getState()
      const { request: answered } = closed[sessionId] ?? {}
      if (place.current === null || answered?.id !== id || answered.decision?.kind !== 'apply') return
      const item = transcripts[sessionId]?.items.findLast(
        (each) => 'callId' in each && each.callId === callId,
      )
      const stood = place.current.getBoundingClientRect()
      moveChanges(() => {
        const card = item && placeOfItem(item.key)
        return card && [stood, card]
      })
    },
    [store, sessionId, id, callId],
  )
  return place
}
