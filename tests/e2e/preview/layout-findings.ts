/**
 * What of a page cannot be read or reached, one line each: our own texts (`texts`) that a box cuts off, buttons whose words do not
 * fit them, what can be pressed and lies outside of the window or below something else, what of a record is wider than its column, a window that scrolls as a whole. It runs in the page.
 */
export function layoutFindings(texts: readonly string[]): string[] {
  const ours = new Set(texts)
  const beginnings = texts.filter((text) => text.length > 5)
  const isOurs = (text: string): boolean =>
    ours.has(text) || beginnings.some((beginning) => text.startsWith(beginning))
  const seen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect()
    return (
      width > 1 &&
      height > 1 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[inert], [aria-hidden="true"]') === null
    )
  }
  const called = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${element.className} “${element.textContent.trim().slice(0, 50)}”`

  const cutBy = (node: Text): Element | undefined => {
    const range = document.createRange()
    range.selectNodeContents(node)
    const text = range.getBoundingClientRect()
    for (let box = node.parentElement; box !== null; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box)
      const edge = box.getBoundingClientRect()
      if (/hidden|clip/.test(overflowX) && (text.right > edge.right + 1 || text.left < edge.left - 1))
        return box
      if (/hidden|clip/.test(overflowY) && text.bottom > edge.bottom + 3) return box
      if (/auto|scroll/.test(`${overflowX} ${overflowY}`) || position === 'fixed') return undefined
    }
    return undefined
  }

  function* words(): Generator<Text> {
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walk.nextNode(); node !== null; node = walk.nextNode()) yield node as Text
  }
  const cut = [...words()].flatMap((node) => {
    const text = node.data.trim()
    const parent = node.parentElement
    if (text === '' || parent === null || !isOurs(text) || !seen(parent)) return []
    const box = cutBy(node)
    return box === undefined
      ? []
      : [`cut: “${text.slice(0, 60)}” in ${box.tagName.toLowerCase()}.${box.className}`]
  })

  const pressed = [
    ...document.querySelectorAll(
      'button, a[href], select, summary, [role=menuitem], [role=radio], [role=tab]',
    ),
  ].filter(seen)
  const tight = pressed
    .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
    .filter((element) => getComputedStyle(element).display !== 'inline')
    .map((element) => `does not fit: ${called(element)}`)

  // A decision may take the room of the record behind it, which has it again when the panel is folded.
  const deciding = document.querySelector('.approval:not(.folded, .closed)') !== null
  const hasRoom = (element: Element): boolean =>
    !deciding || (element.closest('.transcript-frame')?.clientHeight ?? Infinity) > 160

  const layer = 'dialog[open], [role=dialog], [role=menu], [role=listbox], [popover]:popover-open'
  const unreached = pressed.filter(hasRoom).flatMap((element) => {
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const outside = left < -1 || right > innerWidth + 1 || top < -1 || bottom > innerHeight + 1
    if (outside && bottom - top < innerHeight) return [`outside: ${called(element)}`]
    const on = document.elementFromPoint(
      (left + right) / 2,
      (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2,
    )
    if (on === null || element.contains(on) || on.contains(element)) return []
    const above = on.closest(layer)
    if (above !== null && !above.contains(element)) return []
    const label = on.closest('label')
    return label?.contains(element) === true ? [] : [`below ${called(on)}: ${called(element)}`]
  })
  const measure = 900
  const wide = [...document.querySelectorAll('.item > *, .ap-body, .composer')].flatMap((element) => {
    const { paddingLeft, paddingRight } = getComputedStyle(element)
    const width = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    return width > measure + 1 ? [`wider than its column: ${called(element)}`] : []
  })
  // The parts of a window scroll, never the window: its title bar would go with it.
  const { scrollHeight, scrollWidth } = document.documentElement
  const long = scrollHeight > innerHeight + 1 || scrollWidth > innerWidth + 1 ? ['the window scrolls'] : []
  return [...new Set([...cut, ...tight, ...unreached, ...wide, ...long])]
}
