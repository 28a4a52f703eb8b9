// `npm run images`: plays the e2e story of the denied write and keeps its pictures in docs/images.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const vitest = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--project', 'e2e', 'tests/e2e/denied-write.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, KEEP_IMAGES: '1' },
  },
)
process.exitCode = status ?? 1
