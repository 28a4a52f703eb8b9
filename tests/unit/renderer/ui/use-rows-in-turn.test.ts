import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RowsInTurn } from '../../../../src/renderer/ui/use-rows-in-turn'

let now = 0
let waiting: (() => void)[] = []
beforeEach(() => {
  waiting = []
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => waiting.push(draw))
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function frames(count: number): void {
  for (let nth = 0; nth < count; nth += 1) {
    now += 16
    for (const draw of waiting.splice(0)) draw()
  }
}

/** A list of rows of 100 pixels in a box of 300, with what was drawn so far. */
function list(away = true) {
  const box = Object.assign(new EventTarget(), { scrollTop: 0 })
  const handle = {
    get scrollOffset() {
      return box.scrollTop
    },
    viewportSize: 300,
    getItemSize: () => 100,
    findItemIndex: (offset: number) => Math.floor(offset / 100),
  }
  const rows = new RowsInTurn({ current: handle as never })
  rows.away = away
  rows.watch(box as never)
  const drawn: number[] = []
  const moveTo = (top: number): void => {
    box.scrollTop = top
    box.dispatchEvent(new Event('scroll'))
  }
  /** Rows that come into view, each of which takes so long to be drawn. */
  const come = (indexes: readonly number[], takes = 0) =>
    indexes.map((index) => {
      if (rows.roomOf(index) === undefined) {
        drawn.push(index)
        return () => undefined
      }
      return rows.wait({
        index,
        draw: () => {
          now += takes
          drawn.push(index)
        },
      })
    })
  return { rows, drawn, moveTo, come }
}

test('rows that pass fast keep their room, and are drawn when it rests, what is in view first', () => {
  const { rows, drawn, moveTo, come } = list()
  moveTo(9000)
  expect(rows.roomOf(90)).toBe(100)
  come([85, 86, 90, 91, 95])
  for (let moves = 0; moves < 20; moves += 1) {
    moveTo(9000 + ((moves + 1) % 2) * 600)
    frames(1)
  }
  expect(drawn).toEqual([])
  frames(12)
  expect(drawn).toEqual([90, 91, 95, 86, 85])
  come([92])
  expect(drawn).toContain(92)
})

test('a frame draws no more rows than it has time for, and none that is gone', () => {
  const { drawn, moveTo, come } = list()
  moveTo(9000)
  const [gone] = come([90, 91, 92, 93], 4)
  gone?.()
  frames(7)
  expect(drawn).toEqual([91, 92])
  frames(1)
  expect(drawn).toEqual([91, 92, 93])
})

test.each([
  ['moved by less than is drawn beyond what is seen', true, 400],
  ['put to its end, which is followed', false, 9000],
])('rows of a list are drawn at once where it is %s', (_what, away, top) => {
  const { drawn, moveTo, come } = list(away)
  moveTo(top)
  come([4, 5])
  expect(drawn).toEqual([4, 5])
})

test('rows that go by take over the elements of those that went by; what is drawn whole keeps its own', () => {
  const { rows, moveTo } = list()
  const keysFrom = (first: number): string[] => [0, 1, 2].map((at) => rows.keyOf(first + at))
  expect(keysFrom(0)).toEqual(['0', '1', '2'])
  const leaves = [0, 1, 2].map((index) => rows.draws(index))
  moveTo(9000)
  expect(keysFrom(0)).toEqual(['0', '1', '2'])
  const quickly = keysFrom(90)
  for (const leave of leaves) leave()
  expect(new Set([...quickly, '90', '91', '92']).size).toBe(6)
  moveTo(20_000)
  expect(keysFrom(200)).toEqual(quickly)
  // They rest: each stays what it is, and those that come are known by their index.
  frames(12)
  expect([...keysFrom(200), rows.keyOf(203)]).toEqual([...quickly, '203'])
  const gone = rows.draws(201)
  moveTo(30_000)
  const [first, second, third] = keysFrom(300)
  expect([first, third]).toEqual([quickly[0], quickly[2]])
  expect([rows.keyOf(201), quickly.includes(second ?? '')]).toEqual([quickly[1], false])
  gone()
  expect(rows.keyOf(301)).toBe(second)
})
