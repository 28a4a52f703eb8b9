import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// The limits catch what hangs; a busy machine is no failure. No module keeps state, so that the quick tests share what is
// loaded (a third of their time otherwise).
const project = (name: string, include: string[], timeout: number, serial: boolean) => ({
  resolve: { alias: { '@shared': resolve(import.meta.dirname, 'src/shared') } },
  test: {
    name,
    include,
    testTimeout: timeout,
    hookTimeout: timeout,
    fileParallelism: !serial,
    isolate: serial,
  },
})

export default defineConfig({
  test: {
    projects: [
      project('unit', ['tests/unit/**/*.test.{ts,tsx}'], 60_000, false),
      project('contract', ['tests/contract/**/*.test.ts'], 60_000, false),
      project('integration', ['tests/integration/**/*.test.ts'], 60_000, true),
      project('e2e', ['tests/e2e/**/*.test.ts'], 120_000, true),
    ],
  },
})
