import { patternOf } from '@shared/domain/text-pattern'

/** No screen holds more matches than this that a person could tell apart. */
const mostMarks = 500

/** How matches look. What reads style sheets for the build does not know of highlights. */
const looks = `::highlight(found) { background-color: var(--selection) }
::highlight(found-here) { background-color: var(--level-medium-solid); color: var(--level-medium-on) }`

/** Paints these matches, and those of what was gone to, until the returned function is called. Does nothing where the browser cannot. */
export function paintMatches(): { paint(others: Range[], here: Range[]): void; end(): void } {
  if (!('highlights' in CSS)) return { paint: () => undefined, end: () => undefined }
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(looks)
  document.adoptedStyleSheets.push(sheet)
  return {
    paint(others, here) {
      CSS.highlights.set('found', new Highlight(...others))
      CSS.highlights.set('found-here', new Highlight(...here))
    },
    end() {
      CSS.highlights.delete('found')
      CSS.highlights.delete('found-here')
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== sheet)
    },
  }
}

/**
 * Where a text stands in what is drawn below an element, whatever the case and however it is parted into pieces; not across two of its
 * children that match `apart`.
 */
export function rangesOf(box: Element, apart: string, text: string): Range[] {
  const pattern = patternOf(text, 'g')
  const ranges: Range[] = []
  for (const part of box.querySelectorAll(apart)) {
    const nodes = textNodes(part)
    const whole = nodes.map(({ data }) => data).join('')
    for (const { index, 0: found } of whole.matchAll(pattern)) {
      if (ranges.length >= mostMarks) return ranges
      const [from, to] = [placeAt(nodes, index, false), placeAt(nodes, index + found.length, true)]
      if (from === undefined || to === undefined) continue
      const range = document.createRange()
      range.setStart(...from)
      range.setEnd(...to)
      ranges.push(range)
    }
  }
  return ranges
}

function textNodes(part: Element): Text[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node as Text)
  return nodes
}

/** The node and offset of a place in the joined texts; the end of a piece counts for where something ends. */
function placeAt(nodes: readonly Text[], at: number, isEnd: boolean): [Text, number] | undefined {
  let before = 0
  for (const node of nodes) {
    const offset = at - before
    if (offset < node.length || (isEnd && offset === node.length)) return [node, offset]
    before += node.length
  }
  return undefined
}
