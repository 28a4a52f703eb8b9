import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scratchFolder } from '../../../../../src/main/adapters/change-set/scratch-folder'
import { clearLeftDemos, demoProject } from '../../../../../src/main/adapters/demo/demo-project'
import { sharedFolder, undisturbedFolder } from '../../../../../src/main/adapters/own-process/shared-folder'

let base = ''
beforeEach(() => {
  base = mkdtempSync('/var/tmp/cs-shared-')
})
afterEach(() => {
  vi.unstubAllEnvs()
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

test('what we work in outside the sandbox lies where no command of a session writes, whatever the temporary folder is', () => {
  expect(undisturbedFolder()).toBe('/var/tmp')
  vi.stubEnv('TMPDIR', '/var/tmp')
  vi.stubEnv('HOME', join(base, 'home'))
  const own = undisturbedFolder()
  expect([own, statSync(own).mode & 0o777]).toEqual([join(base, 'home/.cache'), 0o700])
})

test('a demo, in which git works outside, and a patch that is handed on are made there', async () => {
  const scratch = scratchFolder()
  const { cwd } = await demoProject(join(base, 'notes')).create()
  expect([dirname(scratch.path), dirname(dirname(cwd))]).toEqual(['/var/tmp', '/var/tmp'])
  scratch.remove()
  rmSync(dirname(cwd), { recursive: true })
})

test('of a killed engine only what is a demo of ours, and where one is made, is removed', async () => {
  const notes = join(base, 'notes')
  const demos = [
    mkdtempSync('/var/tmp/countersign-demo-'),
    join(base, 'countersign-demo-x'),
    mkdtempSync('/var/tmp/cs-other-'),
  ]
  mkdirSync(notes)
  for (const [at, demo] of demos.entries()) {
    mkdirSync(demo, { recursive: true })
    writeFileSync(join(notes, `999999999-1-${String(at)}`), demo)
  }
  const removed: string[] = []
  await clearLeftDemos(notes, (path) => {
    removed.push(path)
    return Promise.resolve()
  })
  expect([removed, readdirSync(notes)]).toEqual([demos.slice(0, 1), []])
  for (const demo of demos) rmSync(demo, { recursive: true, force: true })
})
