import { writeSync } from 'node:fs'
import { beforeAll, vi } from 'vitest'

/** Seconds in which a file has to say what its tests are: what it waits for before them has no other limit. */
const limit = 180

/** Files can share a process; one whose tests are all left out runs no hook. */
const shared = globalThis as { foundInTime?: NodeJS.Timeout }
clearTimeout(shared.foundInTime)
shared.foundInTime = setTimeout(() => {
  writeSync(
    2,
    `After ${String(limit)} s a test file still waits for something before its first test; it is named below.\n`,
  )
  process.kill(process.pid, 'SIGKILL')
}, limit * 1000)

beforeAll(() => {
  clearTimeout(shared.foundInTime)
})

/** What is waited for comes later on a busy machine, where the second that it has by itself is soon over; what never comes is a failure all the same. */
const mine = vi as { waitFor: typeof vi.waitFor; waitUntil: typeof vi.waitUntil; waitsLonger?: true }
if (mine.waitsLonger === undefined) {
  const { waitFor, waitUntil } = mine
  mine.waitFor = (look, options = { timeout: 60_000 }) => waitFor(look, options)
  mine.waitUntil = (look, options = { timeout: 60_000 }) => waitUntil(look, options)
  mine.waitsLonger = true
}
