import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { giveBackWhenIdle } from '../../../src/main/give-back-memory'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

test('memory is given back once after each time that there was something to do', () => {
  let work = 300
  let given = 0
  giveBackWhenIdle(
    () => work,
    () => (given += 1),
  )
  const looks = (): number => {
    vi.advanceTimersToNextTimer()
    return given
  }
  expect([looks(), looks()]).toEqual([0, 0])
  work = 2
  expect([looks(), looks(), looks()]).toEqual([1, 1, 1])
  work = 300
  expect([looks(), looks()]).toEqual([1, 1])
  work = 2
  expect([looks(), looks()]).toEqual([2, 2])
})

test('a process that waits has given back what its start took, and compiles nothing anew', () => {
  const program = `
    import { cachedDataVersionTag, getHeapStatistics } from 'node:v8'
    import { giveBackWhenIdle } from ${JSON.stringify(join(import.meta.dirname, '../../../src/main/give-back-memory.ts'))}
    let look
    globalThis.setInterval = (given) => ((look = given), { unref() {} })
    let work = 300
    giveBackWhenIdle(() => work)
    const seen = () => ({ heap: getHeapStatistics().total_heap_size, tag: cachedDataVersionTag() })
    let kept = []
    for (let made = 0; made < 1e7; made++) kept[made % 2e5] = { made }
    look() // there was something to do
    kept = undefined
    const before = seen()
    work = 0
    look()
    const after = seen()
    console.log(JSON.stringify([after.heap < before.heap / 2, after.tag === before.tag, typeof gc]))`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  expect(JSON.parse(printed)).toEqual([true, true, 'undefined'])
})
