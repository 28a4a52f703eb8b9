import { chmodSync, copyFileSync, cpSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

const root = join(import.meta.dirname, '../../../..')

/** Lays Playwright and the named programs that use it (tests/fakes/) where every user of the tests may read them, for as long as a file's tests run. */
export function browsing(...programs: readonly string[]): string {
  const folder = mkdtempSync('/var/tmp/cs-browsing-')
  beforeAll(() => {
    chmodSync(folder, 0o755)
    for (const program of programs) copyFileSync(join(root, 'tests/fakes', program), join(folder, program))
    // Its viewer of traces is as large as the rest.
    cpSync(join(root, 'node_modules/playwright-core'), join(folder, 'playwright-core'), {
      recursive: true,
      filter: (path) => !path.endsWith('/lib/vite'),
    })
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}
