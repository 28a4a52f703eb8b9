import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sharedFolder } from '../../../../../src/main/adapters/own-process/shared-folder'

let base = ''
beforeEach(() => {
  base = mkdtempSync('/var/tmp/cs-shared-')
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

const uid = String(process.getuid?.() ?? 0)
const lasting = `/var/tmp/countersign-${uid}`

test('lies in a runtime folder that is this user alone’s', () => {
  mkdirSync(join(base, 'run'), { mode: 0o700 })
  const folder = sharedFolder(join(base, 'run'))
  expect([folder, statSync(folder).mode & 0o777]).toEqual([join(base, `run/countersign-${uid}`), 0o700])
})

test.each([
  ['none', () => undefined],
  ['one that is missing', () => join(base, 'none')],
  [
    'one that others may enter',
    () => {
      mkdirSync(join(base, 'open'))
      chmodSync(join(base, 'open'), 0o755)
      return join(base, 'open')
    },
  ],
  [
    'a link',
    () => {
      mkdirSync(join(base, 'own'), { mode: 0o700 })
      symlinkSync(join(base, 'own'), join(base, 'link'))
      return join(base, 'link')
    },
  ],
])('with %s for a runtime folder it lies where no sandbox writes', (_, make) => {
  expect(sharedFolder(make())).toBe(lasting)
})

test('a runtime folder among the temporary files, which commands may write to, is none', () => {
  const runtime = mkdtempSync(join(tmpdir(), 'cs-runtime-'))
  try {
    expect(sharedFolder(runtime)).toBe(lasting)
  } finally {
    rmSync(runtime, { recursive: true })
  }
})
