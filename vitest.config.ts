import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { SeedReporter } from './scripts/steps/seed-reporter.mjs'
import { seedOfRun } from './scripts/steps/seed.mjs'
import { tomlModules } from './scripts/toml-modules.mjs'

// What a run takes by turns (tests/fakes/by-seed.ts); the tests' own processes have it from here.
process.env['TEST_SEED'] ??= seedOfRun()
/** Where the run's results go as JSON, for what adds them up (scripts/steps/suite.mjs). */
const report = process.env['TEST_REPORT']
const toFile: ['json', { outputFile: string }][] = report ? [['json', { outputFile: report }]] : []

interface Manner {
  /** Milliseconds for one test. The limits catch what hangs; a busy machine is no failure. */
  readonly limit: number
  /** Test files at a time; undefined: as many as there are processors. */
  readonly atOnce?: number
  /** Whether files share what is loaded. No module keeps state, and loading took more than half of the quick tests' time. */
  readonly shared?: boolean
  /** What is made once before the first test of a run. */
  readonly setup?: string
}

const project = (name: string, include: string[], { limit, atOnce, shared = false, setup }: Manner) => ({
  plugins: [tomlModules()],
  resolve: { alias: { '@shared': resolve(import.meta.dirname, 'src/shared') } },
  test: {
    name,
    include,
    setupFiles: shared ? ['tests/fakes/fixed-seed.ts'] : [],
    testTimeout: limit,
    hookTimeout: limit,
    // What is waited for comes later on a busy machine; what never comes is a failure all the same.
    expect: { poll: { timeout: 15_000 } },
    isolate: !shared,
    ...(atOnce === undefined ? {} : { maxWorkers: atOnce }),
    ...(setup === undefined ? {} : { globalSetup: [setup] }),
    // Integration and end-to-end files fill each other's waits; the quick tests need both processors for themselves.
    sequence: { groupOrder: ['unit', 'contract'].indexOf(name) + 1 || 3 },
  },
})

export default defineConfig({
  test: {
    reporters: ['default', new SeedReporter(), ...toFile],
    projects: [
      project('unit', ['tests/unit/**/*.test.{ts,tsx}'], { limit: 60_000, shared: true }),
      project('contract', ['tests/contract/**/*.test.ts'], { limit: 60_000, shared: true }),
      // Real processes, which wait for each other more than they compute: every file has folders of its own.
      project('integration', ['tests/integration/**/*.test.ts'], {
        limit: 90_000,
        atOnce: 3,
        setup: 'tests/integration/sandbox/harness/host-bundle.ts',
      }),
      project('e2e', ['tests/e2e/**/*.test.ts'], {
        limit: 120_000,
        atOnce: 3,
        setup: 'tests/e2e/browser.ts',
      }),
    ],
  },
})
