import { expect, test } from 'vitest'
import {
  filterInRounds,
  inRounds,
} from '../../../../../../src/main/adapters/sandbox-linux/repositories/in-rounds'

const many = Array.from({ length: 1000 }, (_, at) => at)

test('what waits for its turn on the event loop has it among thousands that are looked at', async () => {
  let turns = 0
  const wait = (): void => {
    turns += 1
    pending = setImmediate(wait)
  }
  let pending = setImmediate(wait)
  const seen: number[] = []
  for await (const each of inRounds(many)) seen.push(each)
  clearImmediate(pending)
  expect(seen).toEqual(many)
  expect(turns).toBeGreaterThan(15)
})

test('those are kept of which it is true, in their order', async () => {
  expect(await filterInRounds(many, (each) => each % 300 === 0)).toEqual([0, 300, 600, 900])
})
