import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ColourThread, type Thread } from '../../../../src/renderer/lib/syntax/colour-thread'
import type { ColourJob } from '../../../../src/renderer/lib/syntax/token'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** A thread that is there at once; code that says so it never answers. */
function fakeThreads() {
  const threads: (Thread & { ended: boolean; jobs: ColourJob[] })[] = []
  const start = (): Thread => {
    let say: (event: { readonly data?: unknown }) => void = () => undefined
    const thread: (typeof threads)[number] = {
      addEventListener(type, listener) {
        if (type === 'message') say = listener
      },
      ended: false,
      jobs: [],
      postMessage(job) {
        thread.jobs.push(job)
        if (job.code === 'hangs') return
        queueMicrotask(() => {
          say({ data: job.code === 'unknown' ? undefined : [[{ text: job.code }]] })
        })
      },
      terminate() {
        thread.ended = true
      },
    }
    threads.push(thread)
    queueMicrotask(() => {
      say({ data: 'ready' })
    })
    return thread
  }
  return { threads, start }
}

const job = (code: string): ColourJob => ({ code, language: 'ts' })

test('jobs are answered in their order, one at a time, by one thread', async () => {
  const { threads, start } = fakeThreads()
  const colours = new ColourThread(start)
  const answers = await Promise.all(['a', 'unknown', 'b'].map((code) => colours.colour(job(code))))
  expect(answers).toEqual([[[{ text: 'a' }]], undefined, [[{ text: 'b' }]]])
  expect(threads.map(({ jobs }) => jobs.length)).toEqual([3])
})

test('code that takes too long ends with its thread, and what comes after it is coloured by another', async () => {
  const { threads, start } = fakeThreads()
  const colours = new ColourThread(start)
  const answers = Promise.all(['a', 'hangs', 'b'].map((code) => colours.colour(job(code))))
  await vi.advanceTimersByTimeAsync(2500)
  expect(await answers).toEqual([[[{ text: 'a' }]], undefined, [[{ text: 'b' }]]])
  expect(threads.map(({ ended }) => ended)).toEqual([true, false])
})

test('where no thread can be had, or it cannot be loaded, nothing is coloured and nothing waits', async () => {
  const none = new ColourThread(() => {
    throw new ReferenceError('Worker is not defined')
  })
  expect(await Promise.all([none.colour(job('a')), none.colour(job('b'))])).toEqual([undefined, undefined])
  const broken = new ColourThread(() => {
    const thread: Thread = {
      addEventListener(type, listener) {
        if (type === 'error')
          queueMicrotask(() => {
            listener({})
          })
      },
      postMessage: () => undefined,
      terminate: () => undefined,
    }
    return thread
  })
  expect(await broken.colour(job('a'))).toBeUndefined()
})
