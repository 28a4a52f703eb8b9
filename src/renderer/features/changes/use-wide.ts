import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** Two columns of code with their numbers need this much. */
const leastWidth = 760

/** Whether an element is wide enough for two columns of code. */
export function useWide(element: RefObject<HTMLElement | null>): boolean {
  const [wide, setWide] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (watched === null) return undefined
    const observer = new ResizeObserver(() => {
      setWide(watched.clientWidth >= leastWidth)
    })
    observer.observe(watched)
    return () => {
      observer.disconnect()
    }
  }, [element])
  return wide
}
