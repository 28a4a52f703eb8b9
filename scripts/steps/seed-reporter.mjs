import { readdirSync, readFileSync } from 'node:fs'
import { saidOf } from './report.mjs'

/** @typedef {import('vitest/node').TestCase} TestCase */
/** @typedef {import('vitest/node').TestModule} TestModule */
/** @typedef {import('vitest/node').ReportedHookContext} ReportedHookContext */

/** A test is ended by its own limit; a file whose process does not even keep that is ended so long after it, in milliseconds. */
const grace = 60_000
/** What a file prepares has limits of its own, which a reporter is not told: the longest is packaging's 500 s. */
const preparing = 600_000

/** Says with every failed test which seed gives the same run back, and ends a run that hangs, with the name of what did not end. */
export class SeedReporter {
  /** When each file that runs was heard of last. @type {Map<Readonly<TestModule>, number>} */
  #heard = new Map()
  /** The files that prepare or clear up just now. @type {Set<Readonly<TestModule>>} */
  #preparing = new Set()
  /** @type {NodeJS.Timeout | undefined} */
  #watch

  onTestRunStart() {
    this.#watch = setInterval(() => {
      this.#look()
    }, 5000).unref()
  }

  /** @param {Readonly<TestModule>} file */
  onTestModuleStart(file) {
    this.#heard.set(file, performance.now())
  }

  /** @param {Readonly<TestModule>} file */
  onTestModuleEnd(file) {
    this.#heard.delete(file)
    this.#preparing.delete(file)
  }

  /** @param {ReportedHookContext} hook */
  onHookStart({ entity }) {
    const file = entity.type === 'module' ? entity : entity.module
    this.#heard.set(file, performance.now())
    this.#preparing.add(file)
  }

  /** @param {ReportedHookContext} hook */
  onHookEnd({ entity }) {
    const file = entity.type === 'module' ? entity : entity.module
    this.#heard.set(file, performance.now())
    this.#preparing.delete(file)
  }

  /** @param {Readonly<TestCase>} test */
  onTestCaseReady(test) {
    this.#heard.set(test.module, performance.now())
  }

  /** @param {Readonly<TestCase>} test */
  onTestCaseResult(test) {
    this.#heard.set(test.module, performance.now())
    const { state, errors = [] } = test.result()
    if (state !== 'failed') return
    const seed = process.env['TEST_SEED'] ?? ''
    console.log(`✗ ${nameOf(test)} (again with TEST_SEED=${seed})`)
    // At once, since a run that is broken off says nothing of it any more.
    for (const line of saidOf(
      errors.map(({ message, cause, stack = '', diff = '' }) =>
        [message, ...(cause ? [`by ${cause.message}`] : []), diff, stack].join('\n'),
      ),
    ))
      console.log(`    ${line}`)
  }

  onTestRunEnd() {
    clearInterval(this.#watch)
  }

  #look() {
    const late = [...this.#heard].flatMap(([file, since]) =>
      lateIn(file, performance.now() - since, this.#preparing.has(file) ? preparing : 0),
    )
    if (late.length === 0) return
    for (const line of late) console.log(line)
    // Without this the run waits for its processes for ever; without a report it counts as failed.
    for (const pid of childrenOf(process.pid)) process.kill(pid, 'SIGKILL')
    process.exit(1)
  }
}

/** @param {Readonly<TestCase>} test */
const nameOf = (test) => `${test.module.relativeModuleId} > ${test.fullName}`

/**
 * What a file was not heard of for too long over: the first of its tests that has no result.
 * @param {Readonly<TestModule>} file @param {number} ms @param {number} least what its limit is at least
 */
export function lateIn(file, ms, least) {
  const open = [...file.children.allTests('pending')]
  const limit = Math.max(least, ...open.map(({ options }) => options.timeout ?? 0))
  const [first] = open
  if (first === undefined || limit === 0 || ms < limit + grace) return []
  const seconds = (ms / 1000).toFixed(0)
  return [
    `✗ ${nameOf(first)} has not ended: its file was not heard of for ${seconds} s, and its process did not keep the limit of ${String(limit / 1000)} s (it is in a loop, or stopped)`,
  ]
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
