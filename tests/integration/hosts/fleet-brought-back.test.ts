import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FleetApplied, FleetBranch, FleetChanges } from '@shared/domain/fleet-changes'
import type { RestoreLook } from '@shared/domain/turn-restore'
import { filledSandbox, gitIn, originAndClone } from '../../fakes/fleet-repository'
import { fleetWorld, type FleetWorld } from '../../fakes/fleet-world'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'

// Real kubectl, git, sandbox and window; the cluster is the test's.

let world: FleetWorld
let window: ServeWindow
let clone: string
let there: string
/** A sandbox with a clone in it in which work was done. */
let host: string
beforeAll(async () => {
  world = await fleetWorld([])
  const repository = originAndClone(world.here, { 'a.txt': 'one\n', 'gone.txt': 'gone\n' })
  clone = repository.clone
  host = await filledSandbox(world, repository.origin)
  there = join(world.workspace, 'origin')
  writeFileSync(join(there, 'a.txt'), 'two\n')
  execFileSync('rm', [join(there, 'gone.txt')])
  writeFileSync(join(there, 'run.sh'), 'true\n', { mode: 0o755 })
  writeFileSync(join(there, 'x.bin'), Uint8Array.from([0, 1, 2]))
  writeFileSync(join(there, 'large.txt'), 'x\n'.repeat(200_000))
  symlinkSync('/etc/passwd', join(there, 'link'))
  window = await serveWindow(world.env)
})
afterAll(async () => {
  await window.stop()
  await world.close()
})

const ask = <T>(channel: string, payload: object): Promise<T> => window.ask(channel, payload)
const look = (): Promise<FleetChanges> => ask('fleet.changes', { host })
const apply = (id: string, folder: string, ...files: string[]): Promise<FleetApplied> =>
  ask('fleet.apply', { host, changes: id, folder, files })
const text = (path: string): string => readFileSync(join(clone, path), 'utf8')

test('what was changed is shown with its lines; chosen files are put in place as they were shown, whatever the sandbox says by then, and undone', async () => {
  const { id, files } = await look()
  expect(files).toEqual([
    { path: 'a.txt', kind: 'changed', text: true, hunks: '@@ -1 +1 @@\n-one\n+two\n' },
    { path: 'gone.txt', kind: 'deleted', text: true, hunks: '@@ -1 +0,0 @@\n-gone\n' },
    { path: 'large.txt', kind: 'created', text: true, large: true },
    {
      ...{ path: 'link', kind: 'created', text: true, leftOut: 'link' },
      hunks: '@@ -0,0 +1 @@\n+/etc/passwd\n\\ No newline at end of file\n',
    },
    { path: 'run.sh', kind: 'created', text: true, executable: true, hunks: '@@ -0,0 +1 @@\n+true\n' },
    { path: 'x.bin', kind: 'created', text: false },
  ])
  writeFileSync(join(there, 'a.txt'), 'evil\n')
  const done = await apply(id, clone, 'a.txt', 'run.sh', 'x.bin')
  expect(done).toEqual({ kind: 'applied', sessionId: expect.any(String) as string, files: 3 })
  expect([text('a.txt'), text('gone.txt'), existsSync(join(clone, 'large.txt'))]).toEqual([
    'two\n',
    'gone\n',
    false,
  ])
  expect([statSync(join(clone, 'run.sh')).mode & 0o111, text('x.bin')]).toEqual([0o111, '\0\u0001\u0002'])
  const { sessionId } = done
  const back = await ask<RestoreLook>('restore.look', { sessionId, way: 'undo' })
  expect(back).toMatchObject({ kind: 'ready', turnNumber: 1, since: [], tooLarge: [] })
  await ask('restore.do', { sessionId, way: 'undo', turnNumber: 1, sinceToo: false })
  expect(gitIn(clone, 'status', '--porcelain')).toBe('')
})

test('where a file is otherwise here nothing at all is put in place, and git says why', async () => {
  const { id } = await look()
  writeFileSync(join(clone, 'a.txt'), 'mine\n')
  const refused = await apply(id, clone, 'a.txt', 'gone.txt')
  expect(refused).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining('error: a.txt: patch does not apply') as string,
  })
  expect([text('a.txt'), text('gone.txt')]).toEqual(['mine\n', 'gone\n'])
  gitIn(clone, 'checkout', '-q', '.')
})

test('nothing is put in place that was not shown, is never put in place, or is of another look, and no folder is made for it', async () => {
  const { id } = await look()
  const none = async (wish: Promise<unknown>, why: RegExp): Promise<void> => {
    await expect(wish).rejects.toThrow(why)
  }
  await none(apply(id, clone, 'a.txt', 'link'), /^link is no file of the change set that can be put/)
  await none(apply(id, clone, '../a.txt'), /is no file of the change set/)
  await none(apply('another', clone, 'a.txt'), /look at it again/)
  const other = { host: 'fleet/0123456789', changes: id, folder: clone, files: ['a.txt'] }
  await none(ask('fleet.apply', other), /look at it again/)
  await none(apply(id, join(clone, 'nowhere'), 'a.txt'), /nowhere/)
  await none(ask('fleet.changes', { host: 'cloud/0123456789' }), /There is no fleet "cloud"/)
  await none(ask('fleet.changes', { host: 'fleet/0123456789' }), /there is no sandbox 0123456789 of yours/)
  await none(ask('fleet.changes', { host: 'build1' }), /^fleet.changes: host/)
  // Four looks are kept, and no more.
  for (let more = 0; more < 4; more += 1) await look()
  await none(apply(id, clone, 'a.txt'), /look at it again/)
  expect(gitIn(clone, 'status', '--porcelain')).toBe('')
})

test('a branch is made of all of it, once, and of no name that leads elsewhere', async () => {
  const branch = (name: string, repository = clone): Promise<FleetBranch> =>
    ask('fleet.branch', { host, repository, name })
  expect(await branch('mended')).toEqual({
    branch: 'countersign/mended',
    base: gitIn(clone, 'rev-parse', 'HEAD').trim(),
    changed: true,
  })
  expect(gitIn(clone, 'show', 'countersign/mended:run.sh')).toBe('true\n')
  expect(gitIn(clone, 'status', '--porcelain')).toBe('')
  await expect(branch('mended')).rejects.toThrow('There is a branch countersign/mended already')
  await expect(branch('../main')).rejects.toThrow('is no name for a branch')
  await expect(branch('other', world.here)).rejects.toThrow('is in no git repository')
  const outside = join(world.here, 'outside')
  mkdirSync(outside)
  const logs = join(clone, '.git/logs/refs')
  renameSync(logs, `${logs}-aside`)
  symlinkSync(outside, logs)
  await expect(branch('led')).rejects.toThrow('A link leads from')
  expect(readdirSync(outside)).toEqual([])
})
