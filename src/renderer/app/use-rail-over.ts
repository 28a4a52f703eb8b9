import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'

/** Below these widths the rail lies over the page when it is open (styles/narrow.css); the inbox needs more of the page. */
const over = { page: '(max-width: 899px)', inbox: '(max-width: 1040px)' } as const

/**
 * Whether the open rail lies over the page, which then takes no focus and no key. The focus goes into the rail with it, and to the button
 * that opens it when the rail goes.
 */
export function useRailOver(railOpen: boolean, inbox: boolean): boolean {
  const query = over[inbox ? 'inbox' : 'page']
  const follow = useCallback(
    (changed: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', changed)
      return () => {
        media.removeEventListener('change', changed)
      }
    },
    [query],
  )
  const narrow = useSyncExternalStore(follow, () => window.matchMedia(query).matches)
  const lies = railOpen && narrow
  const lay = useRef(false)
  useEffect(() => {
    const focused = document.activeElement
    const inRail = focused?.closest('#rail') ?? null
    if (lies && inRail === null) firstOf('#rail [aria-current]', '#rail .rail-item')?.focus()
    const isAway = inRail !== null || focused === document.body || focused === null
    if (!lies && lay.current && isAway) firstOf('main > .bar .menu')?.focus()
    lay.current = lies
  }, [lies])
  return lies
}

const firstOf = (...selectors: readonly string[]): HTMLElement | undefined =>
  selectors
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .find((element) => element?.checkVisibility() === true) ?? undefined
