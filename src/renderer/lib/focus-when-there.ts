/** What is not there after so many frames does not come. */
const mostFrames = 120

/**
 * Gives the focus to what is about to be drawn, once it is there: a session that is opened may have to be fetched first. Whoever presses
 * something meanwhile has gone elsewhere, and stays there.
 */
export function focusWhenThere(find: () => HTMLElement | null | undefined, how?: FocusOptions): void {
  const pressed = new AbortController()
  for (const type of ['keydown', 'pointerdown'] as const)
    window.addEventListener(
      type,
      () => {
        pressed.abort()
      },
      { capture: true, signal: pressed.signal },
    )
  const look = (frames: number): void => {
    if (pressed.signal.aborted) return
    const found = find()
    if (found || frames === 0) {
      pressed.abort()
      found?.focus(how)
    } else
      requestAnimationFrame(() => {
        look(frames - 1)
      })
  }
  requestAnimationFrame(() => {
    look(mostFrames)
  })
}
