import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Height of one line and of the padding above and below, as the stylesheet gives them to `.cmd pre`. */
const lineHeight = 20
const padding = 12

/** Which of the lines on screen are in view, counted as they are wrapped. */
export interface LinesInView {
  readonly first: number
  readonly last: number
  readonly all: number
}

function measure(element: HTMLElement): LinesInView | undefined {
  const { scrollTop, clientHeight, scrollHeight } = element
  if (scrollHeight <= clientHeight + 1) return undefined
  const all = Math.round((scrollHeight - padding) / lineHeight)
  const first = Math.floor(scrollTop / lineHeight) + 1
  return {
    first,
    last: Math.min(all, Math.round((scrollTop + clientHeight - padding / 2) / lineHeight)),
    all,
  }
}

/** Follows a scrolling block; undefined while all of it fits. */
export function useLinesInView(block: RefObject<HTMLElement | null>): LinesInView | undefined {
  const [lines, setLines] = useState<LinesInView>()
  useEffect(() => {
    const element = block.current
    if (!element) return undefined
    const look = (): void => {
      setLines((before) => {
        const now = measure(element)
        const same = before?.first === now?.first && before?.last === now?.last && before?.all === now?.all
        return same ? before : now
      })
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    for (const child of element.children) observer.observe(child)
    element.addEventListener('scroll', look, { passive: true })
    look()
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [block])
  return lines
}
