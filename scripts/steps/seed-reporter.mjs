/** @typedef {import('vitest/node').TestCase} TestCase */

/** Says with every failed test which seed gives the same run back. */
export class SeedReporter {
  /** @param {Readonly<TestCase>} test */
  onTestCaseResult(test) {
    if (test.result().state !== 'failed') return
    const seed = process.env['TEST_SEED'] ?? ''
    console.log(`✗ ${test.module.relativeModuleId} > ${test.fullName} (again with TEST_SEED=${seed})`)
  }
}
