import { focusWhenThere } from '../lib/focus-when-there'

/** A part of the window that F6 goes to: where it is, and what in it takes the focus, the best first; without that, the part itself. */
export interface WindowPart {
  readonly root: string
  readonly focus?: readonly string[]
}

/** The parts of the whole window. */
export const partsOfAll: readonly WindowPart[] = [
  { root: '#rail' },
  { root: 'main > .bar', focus: ['button'] },
  { root: '.split > .list', focus: ['.rrow[aria-current]', '.rrow'] },
  { root: '#transcript' },
  { root: '.running', focus: ['button'] },
  { root: '.outbox', focus: ['button'] },
  { root: '.approval:not(.folded)', focus: ['.ap-body', 'input, select, textarea', 'button'] },
  { root: '.approval.folded', focus: ['.icon-btn'] },
  { root: '.composer', focus: ['#composer'] },
  { root: '.side', focus: ['button'] },
  { root: '.settings' },
  { root: '.page[tabindex]' },
]

/** The parts of a panel that stands alone: what is asked, an open form, and the answers. */
export const partsOfPanel: readonly WindowPart[] = [
  { root: '.approval .ap-body' },
  { root: '.approval .drawer', focus: ['textarea', 'input', 'button'] },
  { root: '.approval .gl-acts', focus: ['button:not(:disabled)'] },
]

interface Region {
  readonly root: HTMLElement
  readonly focus: HTMLElement
}

/** Those that are on screen, in the order of the page. */
function regionsThere(parts: readonly WindowPart[]): readonly Region[] {
  const found = parts.flatMap(({ root, focus }) =>
    [...document.querySelectorAll<HTMLElement>(root)].flatMap((element): Region[] => {
      const targets = focus?.map((selector) => element.querySelector<HTMLElement>(selector)) ?? [element]
      const target = targets.find(
        (each) => each?.checkVisibility() === true && each.closest('[inert]') === null,
      )
      return target ? [{ root: element, focus: target }] : []
    }),
  )
  return found.toSorted((a, b) =>
    a.root.compareDocumentPosition(b.root) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
  )
}

/** Moves the focus to the next part of the window, or the one before; past the last comes the first. */
export function focusNextRegion(parts: readonly WindowPart[], step: 1 | -1): void {
  const there = regionsThere(parts)
  const at = there.findLastIndex(({ root }) => root.contains(document.activeElement))
  const next = at === -1 && step === -1 ? -1 : at + step
  there.at(next % Math.max(1, there.length))?.focus.focus()
}

/** Gives the focus to what waits for the person, once it is there: a folded request to its button. */
export function focusRequest(): void {
  focusWhenThere(() => document.querySelector<HTMLElement>('.approval .ap-body, .approval.folded .icon-btn'))
}

/** What of a page takes the focus when a key has led there: its search, its current row, else the page, whose first control is next. */
const ofPage = ['.set-find', '.split > .list .rrow[aria-current]', '.settings', '.page[tabindex]']

const firstSeen = (selectors: readonly string[]): HTMLElement | undefined =>
  selectors
    .map((selector) => document.querySelector<HTMLElement>(selector))
    .find((each) => each?.checkVisibility() === true) ?? undefined

/** Gives the focus to the page that a command has shown. */
export function focusPage(): void {
  focusWhenThere(() => firstSeen(ofPage), { preventScroll: true })
}

/**
 * Gives the focus to what is shown now, a session's field or a page, where what had it went with what was shown before: from the document's
 * body no key leads on. A focus that is elsewhere stays there.
 */
export function focusShown(): void {
  focusWhenThere(
    () => {
      const { activeElement } = document
      if (activeElement instanceof HTMLElement && activeElement !== document.body) return activeElement
      return firstSeen(['#composer', '.wel-write textarea', ...ofPage])
    },
    { preventScroll: true },
  )
}
