import { useEffect, useLayoutEffect, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { VirtualizerHandle } from 'virtua'

/** So long after that the list may still go on, in milliseconds. */
const goesOnMs = 100
/** So long rows are drawn in one frame, in milliseconds; the last of them may take longer. */
const drawnPerFrame = 6

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
    if (!waits) return undefined
    return rows.wait({
      index,
      draw: () => {
        setRoom(undefined)
      },
    })
  }, [rows, index, waits])
  return waits ? room : undefined
}
