const key = 'countersign.diff.layout'

/** How changes are laid out where there is room for both. */
export type Layout = 'inline' | 'side-by-side'

/** As it was last chosen; inline where that cannot be read. */
export function loadLayout(): Layout {
  try {
    return window.localStorage.getItem(key) === 'side-by-side' ? 'side-by-side' : 'inline'
  } catch {
    return 'inline' // storage is switched off
  }
}

/** Keeps the choice, over a restart. Failure only loses that. */
export function saveLayout(layout: Layout): void {
  try {
    window.localStorage.setItem(key, layout)
  } catch {
    // Storage is full or switched off: the choice holds for this view.
  }
}
