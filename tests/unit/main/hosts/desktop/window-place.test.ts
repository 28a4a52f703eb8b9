import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeOnScreens } from '../../../../../src/main/hosts/desktop/main-window'

const one = { x: 0, y: 0, width: 1920, height: 1040 }
const left = { x: -1280, y: 100, width: 1280, height: 900 }

test.each<[title: string, was: typeof one, areas: (typeof one)[], place: object]>([
  [
    'stays where it was',
    { x: 100, y: 50, width: 900, height: 600 },
    [one],
    { x: 100, y: 50, width: 900, height: 600 },
  ],
  [
    'stays on the other screen',
    { x: -1200, y: 150, width: 900, height: 600 },
    [one, left],
    { x: -1200, y: 150, width: 900, height: 600 },
  ],
  [
    'comes back from a screen that is gone',
    { x: -1200, y: 150, width: 900, height: 600 },
    [one],
    { width: 900, height: 600 },
  ],
  [
    'is pushed inside where it stood over the edge',
    { x: 1500, y: 800, width: 900, height: 600 },
    [one],
    { x: 1020, y: 440, width: 900, height: 600 },
  ],
  ['shrinks to a smaller screen', { x: 0, y: 0, width: 3000, height: 2000 }, [one], one],
  ['asks the system where there is no screen', { x: 0, y: 0, width: 900, height: 600 }, [], {}],
])('a window %s', (_title, was, areas, place) => {
  expect(placeOnScreens(was, areas)).toEqual(place)
})

test('wherever it was, it can be taken hold of', () => {
  const number = fc.integer({ min: -5000, max: 5000 })
  const size = fc.integer({ min: 1, max: 6000 })
  const bounds = fc.record({ x: number, y: number, width: size, height: size })
  fc.assert(
    fc.property(bounds, (was) => {
      const { x, y, width, height } = placeOnScreens(was, [one, left])
      expect(width === undefined || width <= 1920).toBe(true)
      if (x === undefined || y === undefined || width === undefined || height === undefined) return
      const inside = [one, left].some(
        (area) =>
          x >= area.x &&
          y >= area.y &&
          x + width <= area.x + area.width &&
          y + height <= area.y + area.height,
      )
      expect(inside).toBe(true)
    }),
  )
})
