import {
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createRunWatcher } from '../../../src/main/adapters/run-watch/run-watch'

let base = ''
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

function folder(): string {
  base = mkdtempSync('/var/tmp/cs-watch-')
  for (const name of ['a', 'b/c', 'b/d']) mkdirSync(join(base, name), { recursive: true })
  for (const name of ['a/1', 'b/c/2', 'b/3']) writeFileSync(join(base, name), 'one\n')
  return base
}

test('what is made, changed and removed is seen, wherever it lies, also where size and time stay; links are not followed', async () => {
  const at = folder()
  symlinkSync('/var/tmp', join(at, 'away'))
  const watch = await createRunWatcher().open([{ path: at, as: 'tree' }])
  const { atime, mtime } = statSync(join(at, 'a/1'))
  writeFileSync(join(at, 'a/1'), 'two\n')
  utimesSync(join(at, 'a/1'), atime, mtime)
  rmSync(join(at, 'b/c'), { recursive: true })
  mkdirSync(join(at, 'n'))
  writeFileSync(join(at, 'n/x'), '')
  const { changes, whole } = await watch.see()
  expect(changes.map(({ path, kind }) => `${kind} ${path.slice(at.length + 1)}`).sort()).toEqual([
    'changed a/1',
    'created n',
    'created n/x',
    'deleted b/c',
    'deleted b/c/2',
  ])
  expect(whole).toBe(true)
})

test('another file under the same name is a change; names beside an entry are seen, their content is not', async () => {
  const at = folder()
  const watch = await createRunWatcher().open([
    { path: join(at, 'b/3'), as: 'tree' },
    { path: join(at, 'b'), as: 'names' },
  ])
  writeFileSync(join(at, 'new'), 'one\n')
  renameSync(join(at, 'new'), join(at, 'b/3'))
  writeFileSync(join(at, 'b/beside'), '')
  writeFileSync(join(at, 'b/c/2'), 'two\n')
  const { changes } = await watch.see()
  expect(changes.map(({ path, kind }) => `${kind} ${path.slice(at.length + 1)}`).sort()).toEqual([
    'changed b/3',
    'created b/beside',
  ])
})

test('a folder of few entries is looked at whole, also where its time is over at once', async () => {
  const at = folder()
  for (let each = 0; each < 40; each += 1) {
    mkdirSync(join(at, `d${String(each)}`))
    writeFileSync(join(at, `d${String(each)}`, 'kept'), 'one')
  }
  const watch = await createRunWatcher({ entries: 20_000, ms: 1 }).open([{ path: at, as: 'tree' }])
  writeFileSync(join(at, 'd39', 'kept'), 'another')
  expect(await watch.see()).toEqual({
    changes: [{ path: join(at, 'd39', 'kept'), kind: 'changed' }],
    whole: true,
  })
})

test('beyond its bounds nothing is said to be new or gone that was not looked at', async () => {
  const at = folder()
  for (let number = 0; number < 300; number += 1) writeFileSync(join(at, 'a', String(number)), '')
  const watch = await createRunWatcher({ entries: 100, ms: 10_000 }).open([{ path: at, as: 'tree' }])
  rmSync(join(at, 'a'), { recursive: true })
  const { changes, whole } = await watch.see()
  expect(whole).toBe(false)
  expect(changes.filter(({ kind }) => kind === 'created')).toEqual([])
  expect(changes).toContainEqual({ path: join(at, 'a'), kind: 'deleted' })
})

test('a folder that is not there, or goes meanwhile, is no fault', async () => {
  const at = folder()
  const watch = await createRunWatcher().open([
    { path: join(at, 'missing'), as: 'tree' },
    { path: join(at, 'b'), as: 'tree' },
  ])
  rmSync(join(at, 'b'), { recursive: true })
  expect((await watch.see()).changes).toContainEqual({ path: join(at, 'b'), kind: 'deleted' })
})
