import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { watchLeaving, type Leaving, type LeavingWatch } from './watch-leaving'

const nearEndPx = 32
/** What a height that is no whole number of pixels leaves. */
const atEndPx = 2

interface AnchoredEnd {
  /** The person has scrolled up. */
  readonly away: boolean
  /** The person begins to: what is drawn stays as it is until that has moved something. */
  readonly still: boolean
  readonly toEnd: () => void
  /** Scrolls to a place that the end has nothing to do with. */
  readonly leave: () => void
  /** The content has another height: its end stays in view, unless the person has scrolled up. */
  readonly settle: () => void
}

/**
 * Keeps the end in view while content or room changes, until the person scrolls up. A wheel or a key up leaves it, however little it moved;
 * else only a way up through content that has not shrunk is a person's: what grows faster than scroll events arrive, or is measured anew,
 * ends nothing. While a wheel, a key or a finger is on its way, the end waits for what becomes of it, and at its beginning what
 * is drawn waits as well: the list moves with what grows in it, and would take back what has just begun.
 */
export function useAnchoredEnd(box: RefObject<HTMLDivElement | null>): AnchoredEnd {
  const [away, setAway] = useState(false)
  const [still, setStill] = useState(false)
  const anchored = useRef(true)
  const doing = useRef<Leaving>('rests')
  const watch = useRef<LeavingWatch>(undefined)
  const seen = useRef({ top: 0, height: 0 })
  const settle = useCallback(() => {
    const scroller = box.current
    if (scroller === null || !anchored.current || doing.current !== 'rests') return
    scroller.scrollTop = scroller.scrollHeight
    seen.current = { top: scroller.scrollTop, height: scroller.scrollHeight }
  }, [box])
  const toEnd = useCallback(() => {
    anchored.current = true
    watch.current?.forget()
    doing.current = 'rests'
    setAway(false)
    setStill(false)
    settle()
  }, [settle])
  const leave = useCallback(() => {
    const scroller = box.current
    anchored.current = false
    // Where all of it is in view, there is no end to go to.
    setAway(scroller === null || scroller.scrollHeight - scroller.clientHeight > atEndPx)
  }, [box])
  useEffect(() => {
    const scroller = box.current
    if (scroller === null) return undefined
    const below = (): number => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight
    const onScroll = (): void => {
      const { scrollTop: top, scrollHeight: height } = scroller
      const { top: before, height: heightBefore } = seen.current
      const left = below()
      const down = top > before && doing.current !== 'up'
      if (left <= atEndPx || (down && left <= nearEndPx)) anchored.current = true
      else if (top < before && left > nearEndPx && (doing.current !== 'rests' || height >= heightBefore))
        anchored.current = false
      seen.current = { top, height }
      setAway(!anchored.current)
      if (!anchored.current) setStill(false)
    }
    const watching = watchLeaving(scroller, (does) => {
      // Where there is no room above, there is no way up.
      const leaving = does === 'up' && scroller.scrollTop <= 0 ? 'held' : does
      if (doing.current === 'up' && leaving === 'rests' && below() > atEndPx) anchored.current = false
      doing.current = leaving
      const waits = leaving === 'up' && anchored.current
      // Before anything that grows is drawn.
      flushSync(() => {
        setStill(waits)
        if (leaving === 'rests') setAway(!anchored.current)
      })
      if (leaving === 'rests') settle()
    })
    watch.current = watching
    const observer = new ResizeObserver(settle)
    observer.observe(scroller)
    scroller.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      watching.end()
      observer.disconnect()
      scroller.removeEventListener('scroll', onScroll)
    }
  }, [box, settle])
  return { away, still, toEnd, leave, settle }
}
