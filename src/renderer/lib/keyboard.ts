/** Cmd on macOS, Ctrl elsewhere: of the machine that shows the window, which need not be the engine's. */
export function usesCommandKey(): boolean {
  return /mac/i.test(navigator.platform)
}

/** Whether the event carries the platform's command modifier and no other. */
export function hasCommandOnly(event: {
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}): boolean {
  if (event.altKey || event.shiftKey) return false
  return usesCommandKey() ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
}

/** Whether typing goes into this element. */
export function isField(element: unknown): boolean {
  if (!(element instanceof HTMLElement)) return false
  if (element.isContentEditable || element instanceof HTMLTextAreaElement) return true
  if (element instanceof HTMLSelectElement) return true
  return element instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(element.type)
}
