import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { watchLeaving } from './watch-leaving'

const nearEndPx = 32

interface AnchoredEnd {
  /** The person has scrolled up. */
  readonly away: boolean
  readonly toEnd: () => void
  /** Scrolls to a place that the end has nothing to do with. */
  readonly leave: () => void
  /** The content has another height: its end stays in view, unless the person has scrolled up. */
  readonly settle: () => void
}

/**
 * Keeps the end in view while content or room changes, until the person scrolls up. Only a way up through content that
 * has not shrunk is a person's: what grows faster than scroll events arrive, or is measured anew, ends nothing. While a
 * wheel, a key or a finger is on its way up, the end waits for what becomes of it.
 */
export function useAnchoredEnd(box: RefObject<HTMLDivElement | null>): AnchoredEnd {
  const [away, setAway] = useState(false)
  const anchored = useRef(true)
  const held = useRef(false)
  const seen = useRef({ top: 0, height: 0 })
  const settle = useCallback(() => {
    const scroller = box.current
    if (scroller === null || !anchored.current || held.current) return
    scroller.scrollTop = scroller.scrollHeight
    seen.current = { top: scroller.scrollTop, height: scroller.scrollHeight }
  }, [box])
  const toEnd = useCallback(() => {
    anchored.current = true
    held.current = false
    setAway(false)
    settle()
  }, [settle])
  const leave = useCallback(() => {
    anchored.current = false
    setAway(true)
  }, [])
  useEffect(() => {
    const scroller = box.current
    if (scroller === null) return undefined
    const onScroll = (): void => {
      const { scrollTop: top, scrollHeight: height, clientHeight } = scroller
      if (height - top - clientHeight <= nearEndPx) anchored.current = true
      else if (top < seen.current.top && (held.current || height >= seen.current.height))
        anchored.current = false
      seen.current = { top, height }
      setAway(!anchored.current)
    }
    const unwatch = watchLeaving(scroller, (leaving) => {
      held.current = leaving
      if (!leaving) settle()
    })
    const observer = new ResizeObserver(settle)
    observer.observe(scroller)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      unwatch()
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [box, settle])
  return { away, toEnd, leave, settle }
}
