/** So far, in CSS pixels, a pointer may go from where it pressed without meaning to leave. */
const slack = 8

/** What a click does something to. A yes is none of it: that is given only to what still lies below the pointer. */
const pressable = 'button:not([data-allow]), summary, a[href], [role="option"]'

/**
 * A press belongs to what it began on. A record that grows, or a list that closes up, would else move that away from below the pointer, and the click would
 * fall on nothing, or on something else. Whoever draws the pointer away takes the press back, as ever.
 */
export function keepPresses(page: Window): void {
  page.addEventListener(
    'pointerdown',
    (down) => {
      const pressed = down.target instanceof Element ? down.target.closest(pressable) : null
      // A touch is its element's anyway, and may become a scroll.
      if (pressed === null || down.button !== 0 || down.pointerType === 'touch') return
      pressed.setPointerCapture(down.pointerId)
      const onUp = (up: Event): void => {
        if (up instanceof PointerEvent && isDrawnAway(pressed, down, up)) dropClick(page)
      }
      pressed.addEventListener('pointerup', onUp, { once: true })
      pressed.addEventListener(
        'lostpointercapture',
        () => {
          pressed.removeEventListener('pointerup', onUp)
        },
        { once: true },
      )
    },
    { capture: true },
  )
}

function isDrawnAway(pressed: Element, down: PointerEvent, up: PointerEvent): boolean {
  const { left, right, top, bottom } = pressed.getBoundingClientRect()
  const { clientX: x, clientY: y } = up
  const isFar = Math.hypot(x - down.clientX, y - down.clientY) > slack
  return isFar && (x < left || x > right || y < top || y > bottom)
}

/** The click of a press comes at once behind its end. */
function dropClick(page: Window): void {
  const drop = (click: Event): void => {
    click.stopImmediatePropagation()
    click.preventDefault()
  }
  page.addEventListener('click', drop, { capture: true, once: true })
  page.setTimeout(() => {
    page.removeEventListener('click', drop, { capture: true })
  })
}
