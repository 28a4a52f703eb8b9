import { useEffect, useRef } from 'react'
import { hasCommandOnly } from '../lib/keyboard'
import { useActions } from '../state/context'

interface AppKeysOptions {
  readonly railOpen: boolean
  readonly searching: boolean
  readonly closeRail: () => void
  readonly search: () => void
}

/** The window's own keys: new session, inbox, search, next region, and Escape for an open rail. None of them answers. */
export function useAppKeys(options: AppKeysOptions): void {
  const actions = useActions()
  const rail = useRef(options)
  useEffect(() => {
    rail.current = options
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === 'F6') {
        event.preventDefault()
        focusNextRegion(event.shiftKey ? -1 : 1)
      } else if (event.key === 'Escape' && closesRail(event, rail.current)) {
        event.preventDefault()
        rail.current.closeRail()
      } else if (hasCommandOnly(event) && event.key === 'n') {
        event.preventDefault()
        actions.show({ kind: 'start' })
      } else if (hasCommandOnly(event) && event.key === 'k') {
        event.preventDefault()
        rail.current.search()
      } else if (hasCommandOnly(event) && event.key === 'i') {
        event.preventDefault()
        actions.show({ kind: 'inbox', requestId: undefined })
      }
    }
    // In the capture phase, so that an Escape for the rail is taken before a panel sees it.
    window.addEventListener('keydown', onKeyDown, true)
    return () => {
      window.removeEventListener('keydown', onKeyDown, true)
    }
  }, [actions])
}

/** An open menu or dialog has its own Escape; beside the page, a search gives up Escape with its focus. */
function closesRail(event: KeyboardEvent, { railOpen, searching }: AppKeysOptions): boolean {
  const { target } = event
  if (!(target instanceof Element) || target.closest('dialog, [role="menu"]') !== null) return false
  const beside = document.querySelector('.rail-veil')?.checkVisibility() !== true
  return beside ? searching && target.closest('#rail') !== null : railOpen
}

const regions = ['#rail', '#transcript', '.approval .ap-body', '#composer', '.settings']

/** Moves the focus to the next of the regions that are there: rail, transcript, panel, composer or page. */
function focusNextRegion(step: 1 | -1): void {
  const there = regions
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .filter((element) => element !== null)
    .filter((element) => element.offsetParent !== null || element.getClientRects().length > 0)
  const at = there.findIndex((element) => element.contains(document.activeElement))
  const next = there.at((at + step + (at === -1 && step === -1 ? 1 : 0)) % Math.max(1, there.length))
  next?.focus()
}
