/**
 * Says with every failed test which seed gives the same run back.
 * @implements {import('vitest/node').Reporter}
 */
export default class SeedReporter {
  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    if (test.result().state !== 'failed') return
    const seed = process.env['TEST_SEED'] ?? ''
    console.log(`✗ ${test.module.relativeModuleId} > ${test.fullName} (again with TEST_SEED=${seed})`)
  }
}
