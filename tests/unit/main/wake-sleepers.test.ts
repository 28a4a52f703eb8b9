import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wakeSleepers } from '../../../src/main/wake-sleepers'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test.each<[readonly string[], number]>([
  [['FSReqPromise', 'PipeWrap'], 2],
  [['Timeout', 'FSReqCallback'], 2],
  [['GetAddrInfoReqWrap'], 2],
  [['PipeWrap', 'Timeout', 'FSEventWrap', 'TCPSocketWrap'], 0],
  [[], 0],
])('where %j waits, something is queued %i times in four seconds', (waiting, times) => {
  const queue = vi.fn()
  wakeSleepers(() => waiting, queue)
  vi.advanceTimersByTime(4_000)
  expect(queue).toHaveBeenCalledTimes(times)
})

test('what Node calls a file that is waited for is what is looked for', async () => {
  vi.useRealTimers()
  const { open } = await import('node:fs')
  const { promise, resolve } = Promise.withResolvers<undefined>()
  open('/', () => {
    resolve(undefined)
  })
  vi.useFakeTimers()
  const queue = vi.fn()
  wakeSleepers(undefined, queue)
  vi.advanceTimersByTime(2_000)
  expect(queue).toHaveBeenCalledTimes(1)
  vi.useRealTimers()
  await promise
})
