/** What a person was doing, as the safety of keys needs it. Times are milliseconds of the same clock as `now`. */
export interface Attention {
  now(): number
  /** The last input into any field, and the field; undefined before the first. */
  lastInput(): { readonly at: number; readonly field: Node } | undefined
  /** When the window last got the focus; undefined before the first time. */
  focusedAt(): number | undefined
  /** Told after each change; returns the unsubscribe. */
  subscribe(listener: () => void): () => void
}

/**
 * Watches a window's fields from now on, in the capture phase so that no handler can hide an input. It is told of only when the event has been through the
 * page: what is drawn anew before a field's own handler has read the field puts back what stood there, and what was typed is lost.
 */
export function watchAttention(target: Window, now: () => number): Attention {
  const listeners = new Set<() => void>()
  let input: { at: number; field: Node } | undefined
  let focused: number | undefined
  const notify = (): void => {
    for (const listener of listeners) listener()
  }
  const onInput = (event: Event): void => {
    if (!(event.target instanceof Node)) return
    input = { at: now(), field: event.target }
  }
  for (const type of ['input', 'compositionupdate']) {
    target.document.addEventListener(type, onInput, true)
    target.addEventListener(type, notify)
  }
  target.addEventListener('focus', (event) => {
    if (event.target !== target) return
    focused = now()
    notify()
  })
  return {
    now,
    lastInput: () => input,
    focusedAt: () => focused,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
