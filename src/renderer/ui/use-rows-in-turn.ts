import { useEffect, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { VirtualizerHandle } from 'virtua'

/** So long after that the list may still go on, in milliseconds. */
const goesOnMs = 100
/** So long rows are drawn in one frame, in milliseconds; the last of them may take longer. */
const drawnPerFrame = 6
/** So many pixels of rows the list draws beyond what is seen, the way that it is moved. */
const aheadPx = 200

interface Waiting {
  readonly index: number
  readonly draw: () => void
}

/** The rows of a list that is moved faster than they can be drawn: they keep their room, and are drawn a few in each frame that it rests. */
export class RowsInTurn {
  /** Whether a person moves the list, and its end is not followed. */
  away = false
  readonly #list: RefObject<VirtualizerHandle | null>
  readonly #fastPx: number
  readonly #waiting = new Set<Waiting>()
  /** By their index, what those are known by that are drawn whole. */
  readonly #drawn = new Map<number, string>()
  /** By their place on screen, those that go by. */
  readonly #lent = new Map<number, { readonly index: number; readonly key: string }>()
  #made = 0
  #first = 0
  #above = 0
  #fastUntil = 0
  #frame: number | undefined

  /** Moved by more than `fastPx` pixels in a frame, rows pass that nobody reads; moved by less, they are drawn before they are seen. */
  constructor(list: RefObject<VirtualizerHandle | null>, fastPx = 500) {
    this.#list = list
    this.#fastPx = fastPx
  }

  /** Watches a scrolling box until what it returns is called. */
  watch(box: HTMLElement): () => void {
    let before = box.scrollTop
    const onScroll = (): void => {
      const top = box.scrollTop
      if (this.away && Math.abs(top - before) > this.#fastPx) this.#fastUntil = performance.now() + goesOnMs
      this.#above = top < before ? aheadPx : 0
      before = top
    }
    // Before the list draws what comes into view.
    box.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      box.removeEventListener('scroll', onScroll, { capture: true })
      if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
      this.#frame = undefined
    }
  }

  /** The room of a row that has to wait; undefined: it is drawn at once. */
  roomOf(index: number): number | undefined {
    return this.#isFast() ? this.#list.current?.getItemSize(index) : undefined
  }

  /**
   * What React knows a row by: its own place in the list, or, while rows go by quickly, its place among those that are on screen, so that
   * elements are not made anew in every frame. What is drawn whole takes no other row's: text of it may be marked.
   */
  keyOf(index: number): string {
    const drawn = this.#drawn.get(index)
    if (drawn !== undefined) return drawn
    const list = this.#list.current
    if (list === null || !this.#isFast()) return this.#lentTo(index) ?? String(index)
    this.#first = list.findItemIndex(Math.max(0, list.scrollOffset - this.#above))
    const place = index - this.#first
    const key = this.#lent.get(place)?.key ?? `lent ${String((this.#made += 1))}`
    this.#lent.set(place, { index, key })
    return key
  }

  #lentTo(index: number): string | undefined {
    const lent = this.#lent.get(index - this.#first)
    return lent?.index === index ? lent.key : undefined
  }

  /** Says that a row is drawn whole, until what is returned is called. */
  draws(index: number): () => void {
    const lent = this.#lentTo(index)
    if (lent !== undefined) this.#lent.delete(index - this.#first)
    this.#drawn.set(index, lent ?? String(index))
    return () => {
      this.#drawn.delete(index)
    }
  }

  /** Draws a row when its turn comes, unless what is returned is called before. */
  wait(row: Waiting): () => void {
    this.#waiting.add(row)
    this.#comeBack()
    return () => {
      this.#waiting.delete(row)
    }
  }

  #isFast(): boolean {
    return performance.now() < this.#fastUntil
  }

  #comeBack(): void {
    this.#frame ??= requestAnimationFrame(this.#draw)
  }

  readonly #draw = (): void => {
    this.#frame = undefined
    const begin = performance.now()
    for (const row of this.#isFast() ? [] : this.#inOrder()) {
      this.#waiting.delete(row)
      flushSync(row.draw)
      if (performance.now() - begin > drawnPerFrame) break
    }
    if (this.#waiting.size > 0) this.#comeBack()
  }

  /** What is in view comes first. */
  #inOrder(): readonly Waiting[] {
    const list = this.#list.current
    if (list === null) return [...this.#waiting]
    const first = list.findItemIndex(list.scrollOffset)
    const last = list.findItemIndex(list.scrollOffset + list.viewportSize)
    const outside = ({ index }: Waiting): number => Math.max(first - index, index - last, 0)
    return [...this.#waiting].sort((a, b) => outside(a) - outside(b))
  }
}

/** The rows of the list in a box; `away` is whether its end is not followed. */
export function useRowsInTurn(
  box: RefObject<HTMLElement | null>,
  list: RefObject<VirtualizerHandle | null>,
  { away, fastPx }: { readonly away: boolean; readonly fastPx?: number },
): RowsInTurn {
  const [rows] = useState(() => new RowsInTurn(list, fastPx))
  useLayoutEffect(() => {
    rows.away = away
  }, [rows, away])
  useEffect(() => (box.current === null ? undefined : rows.watch(box.current)), [rows, box])
  return rows
}

/** The room that a row keeps until its turn comes; undefined from when it is drawn. */
export function useTurn(rows: RowsInTurn, index: number, atOnce: boolean): number | undefined {
  const [room, setRoom] = useState(() => rows.roomOf(index))
  const waits = room !== undefined && !atOnce
  useEffect(() => {
    if (!waits) return rows.draws(index)
    return rows.wait({
      index,
      draw: () => {
        setRoom(undefined)
      },
    })
  }, [rows, index, waits])
  return waits ? room : undefined
}
