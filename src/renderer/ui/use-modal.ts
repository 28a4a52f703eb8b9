import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * A dialog over the whole window, there as long as it is mounted. It closes before it leaves the page, so that the focus goes back to where
 * it was; where that is gone meanwhile (the row of a menu), to what opened it or else to the part of the page it stood in. `first` says what in it
 * takes the focus, where that is not the first that can.
 */
export function useModal(first?: string): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    const before = document.activeElement
    shown?.showModal()
    if (first !== undefined) shown?.querySelector<HTMLElement>(first)?.focus()
    return () => {
      shown?.close()
      if (document.activeElement !== document.body && document.activeElement !== null) return
      const back = before?.isConnected === true ? before : document.querySelector('#composer, .settings')
      if (back instanceof HTMLElement) back.focus()
    }
  }, [first])
  return dialog
}
