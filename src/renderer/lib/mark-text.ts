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

/** Where a text stands in what is drawn of something: how often, and the ranges of those from one to before another. */
export interface DrawnHits {
  readonly count: number
  readonly ranges: (from: number, to: number) => Range[]
}

/** Finds a text in what is drawn below an element, whatever the case and however it is parted into pieces. */
export function hitsIn(part: Element, text: string): DrawnHits {
  const nodes = textNodes(part)
  const whole = nodes.map(({ data }) => data).join('')
  const found = [...whole.matchAll(patternOf(text, 'g'))].map(
    ({ index, 0: { length } }) => [index, length] as const,
  )
  const starts: number[] = []
  let before = 0
  for (const { length } of nodes) {
    starts.push(before)
    before += length
  }
  const rangeOf = ([index, length]: readonly [number, number]): Range => {
    const range = document.createRange()
    const [first, last] = [nodeAt(starts, index), nodeAt(starts, index + length - 1)]
    range.setStart(nodes[first] ?? part, index - (starts[first] ?? 0))
    range.setEnd(nodes[last] ?? part, index + length - (starts[last] ?? 0))
    return range
  }
  return {
    count: found.length,
    ranges: (from, to) => found.slice(Math.max(0, from), Math.max(0, to)).map(rangeOf),
  }
}

/** The hits beside one that are marked with it: the nearest. */
export function besideHit({ count, ranges }: DrawnHits, at: number): Range[] {
  const half = mostMarks / 2
  return [...ranges(at - half, at), ...ranges(at + 1, Math.min(count, at + half))]
}

/** The ranges of a text in the children of an element that match `apart`, not across two of them: as many as are marked. */
export function rangesOf(box: Element, apart: string, text: string): Range[] {
  const ranges: Range[] = []
  for (const part of box.querySelectorAll(apart)) {
    ranges.push(...hitsIn(part, text).ranges(0, mostMarks - ranges.length))
    if (ranges.length >= mostMarks) return ranges
  }
  return ranges
}

function textNodes(part: Element): Text[] {
  const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT)
  const nodes: Text[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node as Text)
  return nodes
}

/** The last of these ascending starts that is not behind a place: an item can have thousands of pieces. */
function nodeAt(starts: readonly number[], at: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= at) low = middle
    else high = middle - 1
  }
  return low
}
