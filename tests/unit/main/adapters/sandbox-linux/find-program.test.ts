import type * as Fs from 'node:fs'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findLauncher, findProgram } from '../../../../../src/main/adapters/sandbox-linux/find-program'

/** What stands in the folders of the system is not for a row to make. */
const also = vi.hoisted(() => new Set<string>())
vi.mock('node:fs', async (original) => {
  const fs = await original<typeof Fs>()
  return { ...fs, existsSync: (path: string) => also.has(path) || fs.existsSync(path) }
})

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
  also.clear()
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

test.runIf(isRoot)('no folder that a system keeps its programs in is a project', () => {
  makeBase('/usr/lib')
  const folder = put('bin')
  const signs = [
    '/.git',
    '/usr/.git',
    '/usr/lib/node_modules',
    '/usr/local/.git',
    '/usr/local/lib/node_modules',
  ]
  for (const sign of signs) also.add(sign)
  expect(findLauncher('tool', folder)).toMatchObject({ kind: 'found' })
  expect(findLauncher('true', '/usr/bin:/bin')).toMatchObject({ kind: 'found' })
  also.add(join(base, '.git'))
  expect(findLauncher('tool', folder)).toEqual({ kind: 'missing' })
})
