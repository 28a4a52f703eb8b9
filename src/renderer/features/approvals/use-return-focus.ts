import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { currentRow } from './inbox-place'
import type { PanelPlace } from './why-rows'

/**
 * When a part of the page goes away with the focus in it, the focus goes back to where it came from, or else to the field for messages; in
 * the inbox to the row of what is looked at.
 */
export function useReturnFocus(part: RefObject<HTMLElement | null>, place: PanelPlace): void {
  const cameFrom = useRef<HTMLElement>(undefined)
  useLayoutEffect(() => {
    const element = part.current
    if (element === null) return undefined
    const onFocusIn = (event: FocusEvent): void => {
      const from = event.relatedTarget
      if (from instanceof HTMLElement && !element.contains(from)) cameFrom.current = from
    }
    element.addEventListener('focusin', onFocusIn)
    return () => {
      element.removeEventListener('focusin', onFocusIn)
      if (!element.contains(document.activeElement)) return
      const back = cameFrom.current
      const there = back?.isConnected === true ? back : document.getElementById('composer')
      const looked = place === 'inbox' ? document.querySelector<HTMLElement>(currentRow) : there
      looked?.focus({ preventScroll: true })
    }
  }, [part, place])
}
