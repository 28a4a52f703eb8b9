import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLauncher, findProgram } from '../../../../../src/main/adapters/sandbox-linux/find-program'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-find-'))
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

/** A program that this user made, as a command of a session makes one. */
function put(...names: readonly string[]): string {
  const folder = join(base, ...names)
  mkdirSync(folder, { recursive: true })
  for (const name of ['tool', 'true']) {
    writeFileSync(join(folder, name), '#!/bin/sh\n')
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

test('what a session of this user can make is no launcher, root’s neither', () => {
  const folder = put('bin')
  expect(findLauncher('tool', folder)).toEqual({ kind: 'replaceable', file: join(folder, 'tool') })
  expect(findLauncher('true', `${folder}:/usr/bin:/bin`)).toMatchObject({ kind: 'found' })
  expect(findProgram('tool', folder)).toBe(join(folder, 'tool'))
  expect(findProgram('true', `${folder}:/usr/bin:/bin`)).toMatch(/^\/(usr\/)?bin\//)
})

test.each([
  ['a repository', '.git'],
  ['an environment of Python’s', 'venv/pyvenv.cfg'],
  ['a package', 'package.json'],
])('what lies in %s is no program of ours', (_, sign) => {
  const folder = put('project', 'venv', 'bin')
  writeFileSync(join(base, 'project', sign), '')
  expect([findLauncher('tool', folder), findProgram('tool', folder)]).toEqual([
    { kind: 'missing' },
    undefined,
  ])
})
