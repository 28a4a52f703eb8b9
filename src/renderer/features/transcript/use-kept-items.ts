import { useCallback, useMemo, useState } from 'react'
import type { FocusEvent, KeyboardEvent, PointerEvent } from 'react'
import type { TranscriptItem } from '../../state/transcript-items'

/** A record of no more items than this is drawn whole. */
const drawnWhole = 60
/** So many items that a person has touched stay drawn, the last ones. */
const mostTouched = 200

interface KeptItems {
  /** Indexes of the items that are drawn wherever the record is scrolled to, ascending. */
  readonly kept: readonly number[]
  /** For the box around the items. */
  readonly touch: {
    readonly onPointerDownCapture: (event: PointerEvent) => void
    readonly onKeyDownCapture: (event: KeyboardEvent) => void
    readonly onFocusCapture: (event: FocusEvent) => void
  }
}

/**
 * What a person has touched (pressed, focused, typed at) stays drawn, so that nothing of it is lost by scrolling: what is
 * folded or opened, the focus, the beginning of a selection.
 * An item's element carries its key as `data-item`.
 */
export function useKeptItems(items: readonly TranscriptItem[]): KeptItems {
  const [touched, setTouched] = useState<readonly string[]>([])
  const note = useCallback((event: { target: EventTarget }) => {
    const element = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-item]') : null
    const key = element?.dataset['item']
    if (key === undefined) return
    setTouched((before) =>
      before.at(-1) === key ? before : [...before.filter((each) => each !== key), key].slice(-mostTouched),
    )
  }, [])
  const kept = useMemo(() => {
    if (items.length <= drawnWhole) return items.map((_, index) => index)
    const keys = new Set(touched)
    return keys.size === 0 ? [] : items.flatMap(({ key }, index) => (keys.has(key) ? [index] : []))
  }, [items, touched])
  return { kept, touch: { onPointerDownCapture: note, onKeyDownCapture: note, onFocusCapture: note } }
}
