import { readdirSync, readFileSync } from 'node:fs'

/** @typedef {import('vitest/node').TestCase} TestCase */

/** A test is ended by its own limit; one whose process does not even keep that is ended so long after it, in milliseconds. */
const grace = 60_000

/** Says with every failed test which seed gives the same run back, and ends a run that hangs, with the names of what did not end. */
export class SeedReporter {
  /** @type {Map<string, { test: Readonly<TestCase>, since: number }>} */
  #running = new Map()
  /** @type {NodeJS.Timeout | undefined} */
  #watch

  onTestRunStart() {
    this.#watch = setInterval(() => {
      this.#look()
    }, 5000).unref()
  }

  /** @param {Readonly<TestCase>} test */
  onTestCaseReady(test) {
    this.#running.set(test.id, { test, since: performance.now() })
  }

  /** @param {Readonly<TestCase>} test */
  onTestCaseResult(test) {
    this.#running.delete(test.id)
    if (test.result().state !== 'failed') return
    const seed = process.env['TEST_SEED'] ?? ''
    console.log(`✗ ${nameOf(test)} (again with TEST_SEED=${seed})`)
  }

  onTestRunEnd() {
    clearInterval(this.#watch)
  }

  #look() {
    const late = [...this.#running.values()].filter(({ test, since }) =>
      isLate(test, performance.now() - since),
    )
    if (late.length === 0) return
    for (const { test, since } of late) {
      const seconds = ((performance.now() - since) / 1000).toFixed(0)
      const limit = String((test.options.timeout ?? 0) / 1000)
      console.log(
        `✗ ${nameOf(test)} has not ended after ${seconds} s, and its process did not keep its limit of ${limit} s: it is in a loop, or stopped`,
      )
    }
    // Without this the run waits for its processes for ever; without a report it counts as failed.
    for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGKILL')
    process.exit(1)
  }
}

/** @param {Readonly<TestCase>} test */
const nameOf = (test) => `${test.module.relativeModuleId} > ${test.fullName}`

/** @param {Readonly<TestCase>} test @param {number} ms */
const isLate = (test, ms) => {
  const { timeout = 0 } = test.options
  return timeout > 0 && ms > timeout + grace
}

/** @param {number} pid @returns {number[]} */
function childrenOf(pid) {
  try {
    const lists = readdirSync(`/proc/${String(pid)}/task`).map((task) =>
      readFileSync(`/proc/${String(pid)}/task/${task}/children`, 'utf8'),
    )
    return lists.join(' ').trim().split(/\s+/).filter(Boolean).map(Number)
  } catch {
    // Not Linux: they end with their pipe.
    return []
  }
}
