import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder with files in it, gone after the test. `at` gives the absolute path of one. */
export function folderWith(files: Readonly<Record<string, string>>): {
  readonly root: string
  readonly at: (path: string) => string
} {
  const root = mkdtempSync(join(tmpdir(), 'cs-settings-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  const at = (path: string): string => join(root, path)
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(at(path)), { recursive: true })
    writeFileSync(at(path), text)
  }
  return { root, at }
}
