import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { ApartFirst } from './scripts/steps/apart-first.mjs'
import { SeedReporter } from './scripts/steps/seed-reporter.mjs'
import { seedOfRun } from './scripts/steps/seed.mjs'
import { leftOfRun } from './scripts/steps/turns.mjs'
import { tomlModules } from './scripts/toml-modules.mjs'

// What a run takes by turns (tests/fakes/by-seed.ts); the tests' own processes have it from here.
process.env['TEST_SEED'] ??= seedOfRun()
/** Where the run's results go as JSON, for what adds them up (scripts/steps/suite.mjs). */
const report = process.env['TEST_REPORT']
const toFile: ['json', { outputFile: string }][] = report ? [['json', { outputFile: report }]] : []

/** A run in full takes each row's every moment and every choice: its rows have as much more time. */
const patience = process.env['TEST_ALL'] === '1' ? 5 : 1

interface Manner {
  /** Milliseconds for one test. The limits catch what hangs; a busy machine is no failure. */
  readonly limit: number
  /** Which of the files; default: all. */
  readonly except?: string[]
  /** Test files at a time; undefined: as many as there are processors. */
  readonly atOnce?: number
  /** Files that each need a process of their own: they become another user for good. Others share what a worker has loaded. */
  readonly apart?: boolean
  /** What is made once before the first test of a run. */
  readonly setup?: string
  /** What each file begins with. */
  readonly eachFile?: string[]
}

/** What runs beside each other: the quick tests need both processors for themselves; real processes and pages fill each other's waits. */
const order: Readonly<Record<string, number>> = {
  unit: 1,
  contract: 2,
  integration: 3,
  'integration-apart': 3,
  e2e: 3,
}

const project = (
  name: string,
  include: string[],
  { limit, except = [], atOnce, apart = false, setup, eachFile = [] }: Manner,
) => ({
  plugins: [tomlModules()],
  resolve: { alias: { '@shared': resolve(import.meta.dirname, 'src/shared') } },
  test: {
    name,
    include,
    exclude: except,
    setupFiles: ['tests/fakes/fixed-seed.ts', 'tests/fakes/found-in-time.ts', ...eachFile],
    testTimeout: limit * patience,
    hookTimeout: limit * patience,
    // What is waited for comes later on a busy machine; what never comes is a failure all the same.
    expect: { poll: { timeout: 120_000 } },
    isolate: apart,
    // What a test makes is soon gone: collected less often, it is gone by then. A run takes a fourteenth less of the processor.
    execArgv: ['--min-semi-space-size=32'],
    ...(atOnce === undefined ? {} : { maxWorkers: atOnce }),
    ...(setup === undefined ? {} : { globalSetup: [setup] }),
    sequence: { groupOrder: order[name] ?? 0 },
  },
})

/** Files whose tests become another user (tests/integration/patch/ordinary-user.ts). */
const integration = resolve(import.meta.dirname, 'tests/integration')
const otherUsers = readdirSync(integration, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts'))
  .filter((name) => /asEachUser|becomeOrdinaryUser/.test(readFileSync(join(integration, name), 'utf8')))
  .map((name) => `tests/integration/${name.replaceAll('\\', '/')}`)
/** They compute and wait for nothing; what a check does beside them takes its share. */
const quick = { limit: 180_000, atOnce: availableParallelism() }
/** Real processes keep both processors busy when one file more than there are runs at a time; with more, each row only takes longer. */
const atOnceReal = availableParallelism() + 1
const real = {
  limit: 180_000,
  atOnce: atOnceReal,
  setup: 'tests/integration/sandbox/harness/host-bundle.ts',
}

/** What takes turns and is another run's. */
const left = leftOfRun()

export default defineConfig({
  test: {
    reporters: ['default', new SeedReporter(), ...toFile],
    sequence: { sequencer: ApartFirst },
    projects: [
      project('unit', ['tests/unit/**/*.test.{ts,tsx}'], quick),
      project('contract', ['tests/contract/**/*.test.ts'], quick),
      project('integration', ['tests/integration/**/*.test.ts'], {
        ...real,
        except: [...otherUsers, ...left],
      }),
      project('integration-apart', otherUsers, { ...real, except: left, apart: true }),
      project('e2e', ['tests/e2e/**/*.test.ts'], {
        limit: 300_000,
        except: left,
        atOnce: atOnceReal,
        setup: 'tests/e2e/browser.ts',
        eachFile: ['tests/e2e/after-stories.ts'],
      }),
    ],
  },
})
