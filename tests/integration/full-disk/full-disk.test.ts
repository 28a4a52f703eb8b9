import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildChild } from '../../fakes/build-child'
import { asEachUser } from '../patch/ordinary-user'

// Made while these tests are whoever started them, for whoever they become.
const bundled = mkdtempSync('/var/tmp/cs-fullchild-')
const program = await buildChild(join(import.meta.dirname, 'writing-child.ts'), bundled)
chmodSync(bundled, 0o755)

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-full-'))
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

/** What an engine's writing comes to where the system takes the first 4 KiB of a file, and then no more, as a disk does that is nearly full. */
const written = (): unknown =>
  JSON.parse(
    execFileSync('sh', ['-c', 'ulimit -f 8; exec "$@"', 'sh', process.execPath, program, base], {
      encoding: 'utf8',
    }),
  )

asEachUser('full-disk', () => {
  test(
    'what does not fit is not written in part: all is as it was, it is said, and nothing lies beside',
    { timeout: 120_000 },
    () => {
      const full: unknown = expect.stringContaining('EFBIG')
      const notWritten: unknown = expect.stringContaining('were not written')
      const unavailable: unknown = expect.objectContaining({ why: 'unavailable' })
      expect(written()).toEqual({
        apply: { kind: 'failed', texts: ['one'], count: 200, journals: [] },
        key: { result: full, files: { 'auth.json': '{\n  "A": "one"\n}\n' } },
        rules: { result: notWritten, files: ['rules.toml'], rules: ['one'] },
        preimages: {
          id: 'none',
          not: [unavailable],
          problems: ['what a run may write over cannot be kept for undo'],
          left: {},
        },
        placeholders: { failed: true, left: ['journal'] },
        kept: full,
        whole: { results: [full, full, full], files: { one: 'one', other: 'other' } },
      })
    },
  )
})
