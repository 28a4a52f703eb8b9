import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

const root = join(import.meta.dirname, '../../../..')
const packages = join(root, 'node_modules')

/**
 * Lays Playwright, the named programs that use it (tests/fakes/), and packages with what they depend on, where every user of the tests may read
 * them, for as long as a file's tests run.
 */
export function browsing(
  programs: readonly string[],
  { dependingOn = [] }: { readonly dependingOn?: readonly string[] } = {},
): string {
  const folder = mkdtempSync('/var/tmp/cs-browsing-')
  beforeAll(() => {
    chmodSync(folder, 0o755)
    for (const program of programs) copyFileSync(join(root, 'tests/fakes', program), join(folder, program))
    mkdirSync(join(folder, 'node_modules'))
    // Its viewer of traces is as large as the rest.
    const filter = (path: string): boolean => !path.endsWith('/lib/vite')
    for (const name of withDependencies(['playwright-core', ...dependingOn]))
      cpSync(join(packages, name), join(folder, 'node_modules', name), { recursive: true, filter })
  })
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

/** The packages, and all that are installed of what they depend on, by whatever kind of dependency. */
function withDependencies(names: readonly string[]): ReadonlySet<string> {
  const found = new Set(names)
  for (const name of found) {
    const kinds = JSON.parse(readFileSync(join(packages, name, 'package.json'), 'utf8')) as Partial<
      Record<'dependencies' | 'optionalDependencies', Record<string, string>>
    >
    for (const other of Object.keys({ ...kinds.dependencies, ...kinds.optionalDependencies }))
      if (existsSync(join(packages, other))) found.add(other)
  }
  return found
}
