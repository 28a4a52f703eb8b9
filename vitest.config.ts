import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// The limits catch what hangs; a busy machine is no failure.
const project = (name: string, include: string[], timeout: number, serial: boolean) => ({
  resolve: { alias: { '@shared': resolve(import.meta.dirname, 'src/shared') } },
  test: { name, include, testTimeout: timeout, hookTimeout: timeout, fileParallelism: !serial },
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
