import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLauncher, findProgram } from '../../../../../src/main/adapters/sandbox-linux/find-program'

const isRoot = process.getuid?.() === 0

let base = ''
const made: string[] = []
const makeBase = (place: string): string => {
  base = realpathSync(mkdtempSync(`${place}/cs-find-`))
  made.push(base)
  return base
}
beforeEach(() => {
  makeBase('/var/tmp')
})
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true })
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

test.runIf(isRoot)(
  'for root what is installed in /opt is a launcher, what a project there holds is none',
  () => {
    makeBase('/opt')
    const tool = join(put('product', 'bin'), 'tool')
    const project = put('project', 'bin')
    // The way to it may lie elsewhere.
    const links = join(base, 'links')
    mkdirSync(links)
    symlinkSync(join(project, 'tool'), join(links, 'tool'))
    expect(findLauncher('tool', links)).toMatchObject({ kind: 'found' })
    writeFileSync(join(base, 'project', '.git'), '')
    expect(findLauncher('tool', dirname(tool))).toEqual({ kind: 'found', file: tool })
    expect(findLauncher('tool', project)).toEqual({ kind: 'missing' })
    expect(findLauncher('tool', links)).toMatchObject({ kind: 'replaceable' })
  },
)

test.runIf(isRoot)('for root the sources below /usr hold no launcher, whatever lies beside them', () => {
  makeBase('/usr/src')
  expect(findLauncher('tool', put('bin'))).toMatchObject({ kind: 'replaceable' })
})

// Where npm installs for everybody, `/usr/lib` has a `node_modules`.
test.runIf(isRoot)('no folder that a system keeps its programs in is a project, one in it can be', () => {
  makeBase('/usr/lib')
  const folder = put('bin')
  expect(findLauncher('tool', folder)).toMatchObject({ kind: 'found' })
  expect(findLauncher('true', '/usr/bin:/bin')).toMatchObject({ kind: 'found' })
  writeFileSync(join(base, '.git'), '')
  expect(findLauncher('tool', folder)).toEqual({ kind: 'missing' })
})
