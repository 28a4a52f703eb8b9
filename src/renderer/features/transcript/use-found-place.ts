import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { VirtualizerHandle } from 'virtua'
import type { FoundText } from '@shared/domain/found-text'
import { focusWhenThere } from '../../lib/focus-when-there'
import { paintMatches, rangesOf } from '../../lib/mark-text'
import { useAppState } from '../../state/context'
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
  const shown = useRef(0)
  useEffect(() => {
    if (found === undefined || index === -1 || shown.current === found.nth) return undefined
    // After a record that has just been opened was put to its end.
    const timer = setTimeout(() => {
      shown.current = found.nth
      leave()
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
  const text = found?.text === '' ? undefined : found?.text
  useMarks(box, text)
  useInView(box, text, found?.nth)
  return index
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
function useMarks(box: RefObject<HTMLDivElement | null>, text: string | undefined): void {
  useEffect(() => {
    const element = box.current
    if (element === null || text === undefined) return undefined
    const matches = paintMatches()
    let frame = 0
    const paint = (): void => {
      frame = 0
      // Of an item that holds several the first is gone to.
      const [here, ...beside] = rangesOf(element, '.item[data-found]', text)
      const others = rangesOf(element, '.item:not([data-found])', text)
      matches.paint([...beside, ...others], here === undefined ? [] : [here])
    }
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(paint)
    }
    const observer = new MutationObserver(soon)
    observer.observe(element, { childList: true, subtree: true, characterData: true })
    soon()
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      matches.end()
    }
  }, [box, text])
}

/** The list moves for a while, until all that is drawn on the way is measured. */
const settles = { everyMs: 100, times: 8 }

/** Within an item that is higher than the screen its middle is not yet the place. A person who scrolls meanwhile goes first. */
function useInView(
  box: RefObject<HTMLDivElement | null>,
  text: string | undefined,
  nth: number | undefined,
): void {
  useEffect(() => {
    const element = box.current
    if (element === null || text === undefined) return undefined
    let times = 0
    const timer = setInterval(() => {
      times += 1
      if (times === settles.times) clearInterval(timer)
      const [first] = rangesOf(element, '.item[data-found]', text)
      if (first !== undefined) bring(element, first)
    }, settles.everyMs)
    const stop = (): void => {
      clearInterval(timer)
    }
    for (const type of ['wheel', 'pointerdown', 'touchmove'])
      element.addEventListener(type, stop, { passive: true })
    return () => {
      stop()
      for (const type of ['wheel', 'pointerdown', 'touchmove']) element.removeEventListener(type, stop)
    }
  }, [box, text, nth])
}

/** Brings a place into what is seen of the box, and before that into what scrolls within it. */
function bring(box: HTMLElement, range: Range): void {
  for (let around = range.startContainer.parentElement; around !== null; around = around.parentElement) {
    const scrolls = around === box || /auto|scroll/.test(getComputedStyle(around).overflowY)
    if (scrolls) bringInto(around, range)
    if (around === box) return
  }
}

function bringInto(around: HTMLElement, range: Range): void {
  const [outer, inner] = [around.getBoundingClientRect(), range.getBoundingClientRect()]
  if (inner.height > 0 && (inner.top < outer.top || inner.bottom > outer.bottom))
    around.scrollTop += inner.top - outer.top - outer.height / 2
}
