import { isField } from '../../lib/keyboard'

/** So long after the last wheel, key or movement its scrolling may still go on: browsers move smoothly. */
const onItsWayMs = 300
/** And so many frames more: a busy machine draws few, and what it has not drawn is still on its way. */
const onItsWayFrames = 6
const upKeys: readonly string[] = ['ArrowUp', 'PageUp', 'Home']

/**
 * Tells when a person begins to scroll a box up, by wheel, key, finger or scroll bar, and when that is over; what then
 * became of it the box's own scroll events say. Returns the end of watching.
 */
export function watchLeaving(scroller: HTMLElement, onChange: (leaving: boolean) => void): () => void {
  let pressed = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame: number | undefined
  const rest = (frames: number): void => {
    timer = undefined
    frame =
      frames === 0
        ? undefined
        : requestAnimationFrame(() => {
            rest(frames - 1)
          })
    if (frame === undefined && !pressed) onChange(false)
  }
  const forget = (): void => {
    clearTimeout(timer)
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
  }
  const begin = (): void => {
    forget()
    timer = setTimeout(rest, onItsWayMs, onItsWayFrames)
    onChange(true)
  }
  // What still moves is still on its way: nothing else moves the box meanwhile.
  const onScroll = (): void => {
    if (timer !== undefined || frame !== undefined) begin()
  }
  const onWheel = (event: WheelEvent): void => {
    if (event.deltaY < 0 && !event.ctrlKey && !takenWithin(event.target, scroller)) begin()
  }
  const onKey = (event: KeyboardEvent): void => {
    const up = upKeys.includes(event.key) || (event.key === ' ' && event.shiftKey)
    if (up && !isField(event.target) && !takenWithin(event.target, scroller)) begin()
  }
  // While the pointer is down nothing moves: it may draw the scroll bar, or a selection.
  const onPress = (): void => {
    pressed = true
    onChange(true)
  }
  const onRelease = (): void => {
    if (!pressed) return
    pressed = false
    if (timer === undefined && frame === undefined) onChange(false)
  }
  // Not every scroll bar tells that it was let go.
  const onMove = ({ buttons }: PointerEvent): void => {
    if (buttons === 0) onRelease()
  }
  const listening = new AbortController()
  const options = { passive: true, signal: listening.signal }
  scroller.addEventListener('wheel', onWheel, options)
  scroller.addEventListener('touchmove', begin, options)
  scroller.addEventListener('scroll', onScroll, options)
  scroller.addEventListener('keydown', onKey, options)
  scroller.addEventListener('pointerdown', onPress, options)
  for (const type of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(type, onRelease, { ...options, capture: true })
  scroller.addEventListener('pointermove', onMove, options)
  return () => {
    forget()
    listening.abort()
  }
}

/** Whether something within the box, between it and the target, can itself be scrolled up. */
function takenWithin(target: EventTarget | null, box: HTMLElement): boolean {
  for (
    let each = target instanceof Element ? target : null;
    each !== null && each !== box;
    each = each.parentElement
  )
    if (each.scrollTop > 0) return true
  return false
}
