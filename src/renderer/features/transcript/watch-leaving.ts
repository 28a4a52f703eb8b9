import { isField } from '../../lib/keyboard'

/** So long after the last wheel, key or movement its scrolling may still go on: browsers move smoothly. */
const onItsWayMs = 300
/** And so many frames more: a busy machine draws few, and what it has not drawn is still on its way. */
const onItsWayFrames = 6
const upKeys: readonly string[] = ['ArrowUp', 'PageUp', 'Home']
const downKeys: readonly string[] = ['ArrowDown', 'PageDown', 'End', ' ']

/** What a person does to a box: nothing; holds it, by finger or scroll bar; or is on the way up, by wheel or key. */
export type Leaving = 'rests' | 'held' | 'up'

/** The watching of one box. */
export interface LeavingWatch {
  /** What was on its way is over, without a word. */
  readonly forget: () => void
  readonly end: () => void
}

/**
 * Tells when a person begins to scroll a box, by wheel or key up, by finger or by scroll bar, and when that is over; what then became of
 * it the box's own scroll events say.
 */
export function watchLeaving(scroller: HTMLElement, onChange: (leaving: Leaving) => void): LeavingWatch {
  let pressed = false
  let way: Leaving = 'rests'
  let timer: ReturnType<typeof setTimeout> | undefined
  let frame: number | undefined
  const notify = (): void => {
    onChange(way === 'rests' && pressed ? 'held' : way)
  }
  const rest = (frames: number): void => {
    if (frames > 0) {
      frame = requestAnimationFrame(() => {
        rest(frames - 1)
      })
      return
    }
    way = 'rests'
    notify()
  }
  const forget = (): void => {
    clearTimeout(timer)
    if (frame !== undefined) cancelAnimationFrame(frame)
    way = 'rests'
  }
  const go = (where: Leaving): void => {
    forget()
    timer = setTimeout(rest, onItsWayMs, onItsWayFrames)
    way = where
  }
  // A way up that still moves is still on its way. What else holds the box can move with what grows in it, and would never end.
  const onScroll = (): void => {
    if (way === 'up') go(way)
  }
  // The way back holds the box as well, so that it is the person's whole.
  const turn = (up: boolean): void => {
    if (!up && way === 'rests') return
    go(up ? 'up' : 'held')
    notify()
  }
  const onTouch = (): void => {
    go('held')
    notify()
  }
  const onWheel = (event: WheelEvent): void => {
    if (event.deltaY !== 0 && !event.ctrlKey && !takenWithin(event.target, scroller)) turn(event.deltaY < 0)
  }
  const onKey = (event: KeyboardEvent): void => {
    const up = upKeys.includes(event.key) || (event.key === ' ' && event.shiftKey)
    if (!up && !downKeys.includes(event.key)) return
    if (!isField(event.target) && !takenWithin(event.target, scroller)) turn(up)
  }
  // While the pointer is down nothing moves: it may draw the scroll bar, or a selection.
  const onPress = (): void => {
    pressed = true
    notify()
  }
  const onRelease = (): void => {
    if (!pressed) return
    pressed = false
    notify()
  }
  // Not every scroll bar tells that it was let go.
  const onMove = ({ buttons }: PointerEvent): void => {
    if (buttons === 0) onRelease()
  }
  const listening = new AbortController()
  const options = { passive: true, signal: listening.signal }
  scroller.addEventListener('wheel', onWheel, options)
  scroller.addEventListener('touchmove', onTouch, options)
  scroller.addEventListener('scroll', onScroll, options)
  scroller.addEventListener('keydown', onKey, options)
  scroller.addEventListener('pointerdown', onPress, options)
  for (const type of ['pointerup', 'pointercancel'] as const)
    window.addEventListener(type, onRelease, { ...options, capture: true })
  scroller.addEventListener('pointermove', onMove, options)
  return {
    forget,
    end: () => {
      forget()
      listening.abort()
    },
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
