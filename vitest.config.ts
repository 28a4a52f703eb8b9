import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { tomlModules } from './scripts/toml-modules.mjs'

interface Manner {
  /** Milliseconds for one test. The limits catch what hangs; a busy machine is no failure. */
  readonly limit: number
  /** Test files at a time; undefined: as many as there are processors. */
  readonly atOnce?: number
  /** Whether files share what is loaded. No module keeps state, and loading took more than half of the quick tests' time. */
  readonly shared?: boolean
}

const project = (name: string, include: string[], { limit, atOnce, shared = false }: Manner) => ({
  plugins: [tomlModules()],
  resolve: { alias: { '@shared': resolve(import.meta.dirname, 'src/shared') } },
  test: {
    name,
    include,
    testTimeout: limit,
    hookTimeout: limit,
    isolate: !shared,
    ...(atOnce === undefined ? {} : { maxWorkers: atOnce }),
    sequence: { groupOrder: ['unit', 'contract', 'integration', 'e2e'].indexOf(name) },
  },
})

export default defineConfig({
  test: {
    projects: [
      project('unit', ['tests/unit/**/*.test.{ts,tsx}'], { limit: 60_000, shared: true }),
      project('contract', ['tests/contract/**/*.test.ts'], { limit: 60_000, shared: true }),
      // Real processes, which wait for each other more than they compute: every file has folders of its own.
      project('integration', ['tests/integration/**/*.test.ts'], { limit: 90_000, atOnce: 3 }),
      project('e2e', ['tests/e2e/**/*.test.ts'], { limit: 120_000, atOnce: 1 }),
    ],
  },
})
