import { useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { FoundText } from '@shared/domain/found-text'
import { focusWhenThere } from '../../lib/focus-when-there'
import { hitIndex } from '../../lib/found-hits'
import { besideHit, hitsIn, paintMatches, rangesOf, type DrawnHits } from '../../lib/mark-text'
import type { FoundPlace } from '../../state/app-state'
import { useActions, useAppState } from '../../state/context'
import type { TranscriptItem } from '../../state/transcript-items'

interface FoundPlaceOptions {
  readonly sessionId: string
  readonly items: readonly TranscriptItem[]
  readonly box: RefObject<HTMLDivElement | null>
  readonly list: RefObject<VirtualizerHandle | null>
  /** The end is not followed any more. */
  readonly leave: () => void
}

/**
 * Scrolls to what the person looked for and marks it wherever it is drawn, without changing what is drawn. Tells the index of the item
 * that holds it, -1 for none.
 */
export function useFoundPlace({ sessionId, items, box, list, leave }: FoundPlaceOptions): number {
  const found = useAppState((state) => (state.found?.sessionId === sessionId ? state.found : undefined))
  const index = found === undefined ? -1 : foundItem(items, found.place)
  const shown = useRef<Pick<FoundPlace, 'nth' | 'place' | 'text'>>(undefined)
  useEffect(() => {
    if (found === undefined || index === -1 || shown.current?.nth === found.nth) return undefined
    // After a record that has just been opened was put to its end.
    const timer = setTimeout(() => {
      const before = shown.current
      shown.current = found
      leave()
      // From one hit in an item to the next nothing else moves.
      const isSame = before?.place.seq === found.place.seq && before.text === found.text
      if (isSame && drawnHits(box.current, found.text)?.count) return
      list.current?.scrollToIndex(index, { align: 'center' })
      // A place without a text has nothing to be marked: whoever was led there is there.
      if (found.text === '')
        focusWhenThere(() => box.current?.querySelector<HTMLElement>('.item[data-found]'), {
          preventScroll: true,
        })
    })
    return () => {
      clearTimeout(timer)
    }
  }, [found, index, leave, list, box])
  const marked = found?.text === '' ? undefined : found
  useMarks(box, marked)
  useInView(box, marked)
  return index
}

/** The hits in what is drawn of the item that is gone to; undefined: it is not drawn. */
function drawnHits(box: HTMLElement | null, text: string): DrawnHits | undefined {
  const item = box?.querySelector('.item[data-found]')
  return item && text !== '' ? hitsIn(item, text) : undefined
}

/** The index of the item that shows a place of the record; -1 for none. */
export function foundItem(items: readonly TranscriptItem[], { seq, of }: FoundText): number {
  if (of === undefined) return items.findLastIndex((item) => seqOf(item) <= seq)
  const mine = (item: TranscriptItem): boolean => idOf(item) === of
  const before = items.findLastIndex((item) => mine(item) && seqOf(item) <= seq)
  // What is streamed has the number of a later piece.
  return before === -1 ? items.findIndex(mine) : before
}

/** The number of the event that an item began with; its key says it. */
const seqOf = ({ key }: TranscriptItem): number => Number(/^e(\d+)/.exec(key)?.[1] ?? Infinity)

function idOf(item: TranscriptItem): string | undefined {
  if ('callId' in item) return item.callId
  if ('itemId' in item) return item.itemId
  if ('childId' in item) return item.childId
  if (item.kind === 'turn-diff') return item.kind
  return item.kind === 'review' ? item.turnId : undefined
}

/** Paints the matches with the browser's own highlights: no element changes for them. */
function useMarks(box: RefObject<HTMLDivElement | null>, found: FoundPlace | undefined): void {
  const actions = useActions()
  const now = useRef(found)
  const again = useRef<() => void>(undefined)
  const [text, nth] = [found?.text, found?.nth]
  useLayoutEffect(() => {
    now.current = found
  }, [found])
  useEffect(() => again.current?.(), [nth])
  useEffect(() => {
    const element = box.current
    if (element === null || text === undefined) return undefined
    const matches = paintMatches()
    let frame = 0
    const paint = (): void => {
      frame = 0
      const others = rangesOf(element, '.item:not([data-found])', text)
      const hits = drawnHits(element, text)
      if (now.current === undefined || hits === undefined) {
        matches.paint(others, [])
        return
      }
      const { sessionId, place, hit } = now.current
      const at = hitIndex(hits.count, hit)
      matches.paint([...besideHit(hits, at), ...others], hits.ranges(at, at + 1))
      // What unfolds now has none yet.
      if (hits.count > 0) actions.countFound(sessionId, place.seq, hits.count)
    }
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(paint)
    }
    const observer = new MutationObserver(soon)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    again.current = soon
    soon()
    return () => {
      again.current = undefined
      observer.disconnect()
      cancelAnimationFrame(frame)
      matches.end()
    }
  }, [box, text, actions])
}

/** The list moves for a while, until all that is drawn on the way is measured: the place has to stay so many times, of at most so many. */
const settles = { everyMs: 100, still: 8, most: 100 }
/** What a person moves the record with. */
const moves = ['wheel', 'pointerdown', 'touchmove', 'keydown'] as const

/** Within an item that is higher than the screen its middle is not yet the place. A person who scrolls meanwhile goes first. */
function useInView(box: RefObject<HTMLDivElement | null>, found: FoundPlace | undefined): void {
  const actions = useActions()
  const now = useRef(found)
  useLayoutEffect(() => {
    now.current = found
  }, [found])
  const nth = found?.nth
  useEffect(() => {
    const element = box.current
    if (element === null || now.current === undefined) return undefined
    const { sessionId, place, text, hit } = now.current
    let [times, still] = [0, 0]
    const timer = setInterval(() => {
      times += 1
      const hits = drawnHits(element, text)
      const at = hitIndex(hits?.count ?? 0, hit)
      const [range] = hits?.ranges(at, at + 1) ?? []
      still = hits === undefined || (range && bring(element, range)) ? 0 : still + 1
      if (still < settles.still && times < settles.most) return
      clearInterval(timer)
      if (hits?.count === 0) actions.countFound(sessionId, place.seq, 0)
    }, settles.everyMs)
    const stop = (): void => {
      clearInterval(timer)
    }
    for (const type of moves) element.addEventListener(type, stop, { passive: true })
    return () => {
      stop()
      for (const type of moves) element.removeEventListener(type, stop)
    }
  }, [box, nth, actions])
}

/** Brings a place into what is seen of the box, and before that into what scrolls within it. Says whether anything moved for it. */
function bring(box: HTMLElement, range: Range): boolean {
  let moved = false
  for (let around = range.startContainer.parentElement; around !== null; around = around.parentElement) {
    const scrolls = around === box || /auto|scroll/.test(getComputedStyle(around).overflowY)
    if (scrolls && bringInto(around, range)) moved = true
    if (around === box) break
  }
  return moved
}

function bringInto(around: HTMLElement, range: Range): boolean {
  const before = around.scrollTop
  const [outer, inner] = [around.getBoundingClientRect(), range.getBoundingClientRect()]
  if (inner.height > 0 && (inner.top < outer.top || inner.bottom > outer.bottom))
    around.scrollTop += inner.top - outer.top - outer.height / 2
  return around.scrollTop !== before
}
