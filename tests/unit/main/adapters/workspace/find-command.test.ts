import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findCommand } from '../../../../../src/main/adapters/workspace/find-command'

const base = realpathSync(mkdtempSync(join(tmpdir(), 'countersign-find-')))
afterAll(() => rmSync(base, { recursive: true, force: true }))
mkdirSync(join(base, 'bin'))
for (const name of ['bash', 'bin/bash', 'plain'])
  writeFileSync(join(base, name), '#!/bin/sh\n', { mode: 0o755 })
chmodSync(join(base, 'plain'), 0o644)
symlinkSync('/bin/sh', join(base, 'linked'))
symlinkSync(join(base, 'bash'), join(base, 'bin/env'))

const system = '/usr/local/bin:/usr/bin:/bin'
const real = realpathSync('/bin/bash')

test.each([
  ['bash', system, { path: real, system: true }],
  ['/bin/bash', '', { path: real, system: true }],
  ['./bash', system, { path: join(base, 'bash'), system: false }],
  ['bin/bash', system, { path: join(base, 'bin/bash'), system: false }],
  ['bash', `.:${system}`, { path: join(base, 'bash'), system: false }],
  ['bash', `:${system}`, { path: join(base, 'bash'), system: false }],
  ['bash', `${join(base, 'bin')}:${system}`, { path: join(base, 'bin/bash'), system: false }],
  ['linked', base, { path: realpathSync('/bin/sh'), system: false, at: join(base, 'linked') }],
  ['env', join(base, 'bin'), { path: join(base, 'bash'), system: false, at: join(base, 'bin/env') }],
  ['/usr/bin/../bin/bash', '', { path: real, system: false }],
  ['plain', base, undefined],
  ['bin', base, undefined],
  ['no-such-program', system, undefined],
  ['', system, undefined],
  ['ba\0sh', system, undefined],
])('%j on PATH %j', (name, path, expected) => {
  expect(findCommand(name, base, path)).toEqual(expected)
})
