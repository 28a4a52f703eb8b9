import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { closeBeforeQuit } from '../../../../../src/main/hosts/desktop/desktop-parts'
import { createFakeElectron } from '../../../../fakes/fake-electron'
import { createFakeLog } from '../../../../fakes/fake-engine'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(close: () => Promise<void>, mayQuit = () => true) {
  const { api, world } = createFakeElectron()
  const log = createFakeLog()
  const calls: string[] = []
  closeBeforeQuit({
    app: api.app,
    log,
    mayQuit: () => Promise.resolve(mayQuit()),
    close: () => {
      calls.push('close')
      return close()
    },
  })
  return { app: api.app, exits: world.exits, log, calls }
}

test('a quit waits until the engine has closed, and asks it once', async () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const { app, exits, calls } = setUp(() => promise)
  app.quit()
  app.quit()
  await vi.advanceTimersByTimeAsync(1000)
  expect([exits, calls]).toEqual([[], ['close']])
  resolve(undefined)
  await vi.advanceTimersByTimeAsync(0)
  expect([exits, calls]).toEqual([[0], ['close']])
})

test.each([
  ['rejects', () => Promise.reject(new Error('disk full')), 0],
  ['hangs', () => new Promise<void>(() => undefined), 10_000],
  [
    'throws',
    () => {
      throw new Error('half made')
    },
    0,
  ],
])('an engine whose close %s does not keep the application', async (_how, close, wait) => {
  const { app, exits, log } = setUp(close)
  app.quit()
  await vi.advanceTimersByTimeAsync(wait)
  expect([exits, log.lines.length]).toEqual([[0], 1])
})

test('a quit that may not be stops, and a later one is asked about anew', async () => {
  let may = false
  const { app, exits, calls } = setUp(
    () => Promise.resolve(),
    () => may,
  )
  app.quit()
  await vi.advanceTimersByTimeAsync(0)
  expect([exits, calls]).toEqual([[], []])
  may = true
  app.quit()
  await vi.advanceTimersByTimeAsync(0)
  expect([exits, calls]).toEqual([[0], ['close']])
})
