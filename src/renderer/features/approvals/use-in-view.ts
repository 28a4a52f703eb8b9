import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Whether an element is, or ever was, in view: on screen and not scrolled out of any box around it. */
export function useInView(element: RefObject<HTMLElement | null>): { now: boolean; ever: boolean } {
  const [seen, setSeen] = useState({ now: false, ever: false })
  useEffect(() => {
    const watched = element.current
    if (watched === null) return undefined
    const observer = new IntersectionObserver((entries) => {
      const now = entries.at(-1)?.isIntersecting === true
      setSeen((before) => ({ now, ever: before.ever || now }))
    })
    observer.observe(watched)
    return () => {
      observer.disconnect()
    }
  }, [element])
  return seen
}
