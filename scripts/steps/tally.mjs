/**
 * How many things passed, failed and were skipped. A step that is no test suite (lint, types) is one thing.
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 */

/**
 * What is read of vitest's JSON report.
 * @typedef {{ status: string, fullName?: string, duration?: number | null, failureMessages?: readonly string[] }} ReportedRow
 * @typedef {{ name: string, status: string, startTime?: number, endTime?: number, assertionResults: ReportedRow[] }} ReportedFile
 * @typedef {{ testResults: ReportedFile[] }} Report
 */

/** @type {Readonly<Tally>} */
export const onePassed = { passed: 1, failed: 0, skipped: 0 }

/** @type {Readonly<Tally>} */
export const oneFailed = { passed: 0, failed: 1, skipped: 0 }

/**
 * @param {readonly Readonly<Tally>[]} tallies
 * @returns {Tally}
 */
export function addUp(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 }
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed
    total.failed += failed
    total.skipped += skipped
  }
  return total
}

/**
 * The last line of every run.
 * @param {Readonly<Tally>} tally
 */
export function tallyLine({ passed, failed, skipped }) {
  return `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`
}

/**
 * Counts a vitest run, and never lets one look better than it was: no report, a file that did not load, a suite in
 * which no test ran, and an error outside every test each count as one failure.
 * @param {Report | undefined} report undefined when vitest wrote none
 * @param {{ exitCode: number, suites: readonly string[] }} run `suites` are folders of tests/, e.g. `unit`
 * @returns {{ tally: Tally, remarks: string[] }} `remarks` says in words what the tests themselves did not
 */
export function countReport(report, { exitCode, suites }) {
  if (report === undefined) {
    return { tally: { ...oneFailed }, remarks: [`vitest crashed (exit code ${String(exitCode)})`] }
  }
  const tally = addUp(report.testResults.map(countFile))
  const remarks = suites
    .filter((suite) => !report.testResults.some((file) => inSuite(file, suite) && didRun(file)))
    .map((suite) => `no test ran in tests/${suite}`)
  tally.failed += remarks.length
  if (exitCode !== 0 && tally.failed === 0) {
    tally.failed += 1
    remarks.push('vitest reported an error outside the tests')
  }
  return { tally, remarks }
}

/** @param {ReportedFile} file @returns {Tally} */
function countFile({ status, assertionResults }) {
  /** @param {string} wanted */
  const count = (wanted) => assertionResults.filter((result) => result.status === wanted).length
  const [passed, failed] = [count('passed'), count('failed')]
  // A failed file without a failed test could not be loaded, or a hook of it threw.
  const broken = status === 'failed' && failed === 0 ? 1 : 0
  return { passed, failed: failed + broken, skipped: assertionResults.length - passed - failed }
}

/** @param {ReportedFile} file @param {string} suite */
function inSuite(file, suite) {
  return file.name.replaceAll('\\', '/').includes(`/tests/${suite}/`)
}

/** @param {ReportedFile} file */
function didRun({ status, assertionResults }) {
  // A file that broke is counted as broken already.
  return status === 'failed' || assertionResults.some((result) => /^(passed|failed)$/.test(result.status))
}
