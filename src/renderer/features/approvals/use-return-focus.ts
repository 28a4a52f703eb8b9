import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import { currentRow } from './inbox-place'
import type { PanelPlace } from './why-rows'

/**
 * When a part of the page goes away with the focus in it, the focus goes back to where it came from, or else to the field for messages; in
 * the inbox to the row of what is looked at. A button that was pressed and is off since has lost it: that is the same.
 */
export function useReturnFocus(part: RefObject<HTMLElement | null>, place: PanelPlace): void {
  const cameFrom = useRef<HTMLElement>(undefined)
  useLayoutEffect(() => {
    const element = part.current
    if (element === null) return undefined
    let wasInside = false
    const onFocusIn = (event: FocusEvent): void => {
      const from = event.relatedTarget
      if (from instanceof HTMLElement && !element.contains(from)) cameFrom.current = from
    }
    const follow = ({ target }: Event): void => {
      wasInside = target instanceof Node && element.contains(target)
    }
    element.addEventListener('focusin', onFocusIn)
    document.addEventListener('focusin', follow)
    document.addEventListener('pointerdown', follow)
    return () => {
      element.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('focusin', follow)
      document.removeEventListener('pointerdown', follow)
      const focus = document.activeElement
      const isLost = wasInside && (focus === null || focus === document.body)
      if (!isLost && !element.contains(focus)) return
      const back = cameFrom.current
      const there = back?.isConnected === true ? back : document.getElementById('composer')
      const looked = place === 'inbox' ? document.querySelector<HTMLElement>(currentRow) : there
      looked?.focus({ preventScroll: true })
    }
  }, [part, place])
}
