import { writeSync } from 'node:fs'
import { beforeAll } from 'vitest'

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
