import { expect, test } from 'vitest'
import { runProcess } from '../../../../../src/main/adapters/process-execa/run-process'
import { WaitingTime } from '../../../../../src/main/adapters/sandbox-linux/run/waiting-time'

const sleep = (seconds: number, timeoutMs: number, waiting?: { readonly ms: number }) =>
  runProcess(
    { file: '/bin/sleep', args: [String(seconds)], cwd: '/', env: {}, timeoutMs, waiting },
    new AbortController().signal,
    () => undefined,
  )

test('a run ends with its time, but for what of it was waiting for a person', async () => {
  expect(await sleep(600, 50)).toMatchObject({ kind: 'timed-out' })
  expect(await sleep(600, 50, { ms: 0 })).toMatchObject({ kind: 'timed-out' })
  const began = performance.now()
  const all = {
    get ms() {
      return performance.now() - began
    },
  }
  expect(await sleep(0.4, 50, all)).toMatchObject({ kind: 'exited', exitCode: 0 })
})

test('waiting counts once, however many questions are open, and while one still is', async () => {
  const waiting = new WaitingTime()
  expect(waiting.ms).toBe(0)
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const asked = [waiting.during(() => first.promise), waiting.during(() => second.promise)]
  await new Promise((resolve) => setTimeout(resolve, 30))
  first.resolve('a')
  await asked[0]
  const soFar = waiting.ms
  expect(soFar).toBeGreaterThan(20)
  await expect.poll(() => waiting.ms).toBeGreaterThan(soFar)
  second.resolve('b')
  expect(await Promise.all(asked)).toEqual(['a', 'b'])
  const over = waiting.ms
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(waiting.ms).toBe(over)
})
