/** Long enough to be followed, and over before anything could be waited for. */
const moveMs = 180

/** Where something is, as `getBoundingClientRect` says it. */
export type Place = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

/**
 * Shows a change set go from one place of the window to another: a sheet over the page that takes no click, is read by nobody and is gone by
 * itself. Nothing waits for it and nothing else moves. `between` is asked when what it comes of has its place; undefined: there is nothing to
 * be shown. Where a person wants less motion there is none.
 */
export function moveChanges(between: () => readonly [from: Place, to: Place] | undefined): void {
  const { motion } = document.documentElement.dataset
  if (motion === 'reduced' || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  // In the first frame the transcript goes to its end.
  requestAnimationFrame(() => {
    requestAnimationFrame(() => {
      const places = between()
      if (places) move(...places)
    })
  })
}

function move(from: Place, to: Place): void {
  const sheet = document.createElement('div')
  sheet.className = 'moving-changes'
  sheet.ariaHidden = 'true'
  document.body.append(sheet)
  const ended = (): void => {
    sheet.remove()
  }
  sheet
    .animate(
      [
        { transform: middleOf(from), opacity: 0 },
        { opacity: 1, offset: 0.2 },
        { opacity: 1, offset: 0.7 },
        { transform: middleOf(to), opacity: 0 },
      ],
      { duration: moveMs, easing: 'ease-in-out' },
    )
    .finished.then(ended, ended)
}

/** What is scrolled out of sight is beyond the edge: it goes as far as that. */
function middleOf({ left, top, width, height }: Place): string {
  const within = (at: number, most: number): string => `${String(Math.min(Math.max(at, 0), most))}px`
  return `translate(${within(left + width / 2, innerWidth)}, ${within(top + height / 2, innerHeight)})`
}

/** Where an item of the transcript is; undefined where it is not drawn. */
export const placeOfItem = (key: string): Place | undefined =>
  document.querySelector(`[data-item="${CSS.escape(key)}"]`)?.getBoundingClientRect()
