import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createFactsReader } from '../../../../../src/main/adapters/facts-fs/facts-reader'
import { changedFiles } from '@shared/domain/what-was-read'
import { fakeReadLimits } from '../../../../fakes/read-limits'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'facts-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const open = (budget = { ms: 2000, entries: 20_000 }) =>
  createFactsReader(fakeReadLimits()).open({ budget, roots: [root] })
const at = (name: string): string => join(root, name)

test('a folder is counted with all that is below it, links not followed', async () => {
  mkdirSync(at('a/b'), { recursive: true })
  writeFileSync(at('a/one'), '1234')
  writeFileSync(at('a/b/two'), '12')
  symlinkSync('/usr', at('a/link'))
  symlinkSync('..', at('a/b/up'))
  const fact = await open().path(at('a'), 'below')
  expect(fact).toMatchObject({ kind: 'directory', files: 4, counted: true })
  expect(fact.bytes).toBe(4 + 2 + '/usr'.length + '..'.length)
})

test('a link says what it is and where it leads in the end', async () => {
  mkdirSync(at('real'))
  symlinkSync('real', at('one'))
  symlinkSync('one', at('two'))
  expect(await open().path(at('two'), 'entry')).toMatchObject({
    kind: 'symlink',
    realKind: 'directory',
    realPath: at('real'),
  })
  expect(await open().path(at('two/new/file'), 'entry')).toMatchObject({
    kind: 'missing',
    realPath: at('real/new/file'),
  })
})

test('links in a circle, missing paths and NUL in a name are facts, not faults', async () => {
  symlinkSync('b', at('a'))
  symlinkSync('a', at('b'))
  const reading = open()
  expect(await reading.path(at('a'), 'below')).toMatchObject({
    kind: 'symlink',
    reason: 'the link leads in a circle',
  })
  expect(await reading.path(at('gone'), 'below')).toMatchObject({ kind: 'missing', reason: undefined })
  expect(await reading.path(`${root}/a\0b`, 'below')).toMatchObject({
    kind: 'unknown',
    reason: 'has NUL in its name',
  })
  expect(await reading.text(at('a'), 'show')).toEqual({
    kind: 'not-read',
    reason: 'is a link that leads in a circle',
  })
})

test('pipes and devices are named, and never opened for reading', async () => {
  // Opening the pipe would wait for a writer for ever.
  execFileSync('mkfifo', [at('pipe')])
  symlinkSync(at('pipe'), at('behind'))
  const reading = open()
  expect(await reading.path(at('pipe'), 'below')).toMatchObject({ kind: 'fifo' })
  expect(await reading.path('/dev/null', 'below')).toMatchObject({ kind: 'device' })
  for (const path of [at('pipe'), at('behind'), '/dev/zero', '/dev/tty'])
    expect(await reading.text(path, 'show')).toEqual({ kind: 'not-read', reason: 'is no regular file' })
})

test('only whole, valid text of bounded size is read', async () => {
  writeFileSync(at('text'), 'héllo\n')
  writeFileSync(at('binary'), Buffer.from([1, 0, 2]))
  writeFileSync(at('latin'), Buffer.from('caf\xe9', 'latin1'))
  writeFileSync(at('large'), '')
  truncateSync(at('large'), 300_000)
  const reading = open()
  expect(await reading.text(at('text'), 'show')).toEqual({ kind: 'text', text: 'héllo\n' })
  expect(await reading.text(at('binary'), 'show')).toEqual({ kind: 'not-read', reason: 'is a binary file' })
  expect(await reading.text(at('latin'), 'show')).toEqual({ kind: 'not-read', reason: 'is not valid UTF-8' })
  expect(await reading.text(at('large'), 'show')).toEqual({
    kind: 'not-read',
    reason: 'is too large to be read (300,000 bytes)',
  })
  expect(await reading.text(root, 'show')).toEqual({ kind: 'not-read', reason: 'is a folder' })
  expect(await reading.text(at('gone'), 'show')).toEqual({ kind: 'not-read', reason: 'does not exist' })
})

test('a folder with more files than the budget gives a count that says so', async () => {
  mkdirSync(at('many'))
  for (let index = 0; index < 3000; index++) writeFileSync(at(`many/${index}`), '')
  const reading = open({ ms: 5000, entries: 1000 })
  const fact = await reading.path(at('many'), 'below')
  expect(fact.counted).toBe(false)
  expect(fact.files).toBeLessThanOrEqual(1000)
  expect(reading.complete()).toBe(false)
})

test('when the time is over, every answer says so at once', async () => {
  writeFileSync(at('text'), 'x')
  const reading = open({ ms: 0, entries: 1000 })
  expect(await reading.path(at('text'), 'below')).toMatchObject({
    kind: 'unknown',
    reason: 'not looked at for lack of time',
  })
  expect(await reading.text(at('text'), 'show')).toEqual({
    kind: 'not-read',
    reason: 'not looked at for lack of time',
  })
  expect(await reading.list(root)).toBeUndefined()
  expect(reading.complete()).toBe(false)
})

test('a folder that vanishes while it is looked at is no fault', async () => {
  mkdirSync(at('a/b/c'), { recursive: true })
  for (let index = 0; index < 500; index++) writeFileSync(at(`a/${index}`), '')
  const looking = open().path(at('a'), 'below')
  rmSync(at('a'), { recursive: true, force: true })
  expect(['directory', 'missing']).toContain((await looking).kind)
})

test('a folder that may not be read leaves the count open', async () => {
  mkdirSync(at('a/secret'), { recursive: true })
  writeFileSync(at('a/one'), '1')
  chmodSync(at('a/secret'), 0o000)
  const fact = await open().path(at('a'), 'below')
  // root may read everything: then there is nothing that was left out
  expect(fact.counted).toBe(process.getuid?.() === 0)
  chmodSync(at('a/secret'), 0o700)
})

test('what fits a pattern of many stars is counted at once, whatever a file is called', async () => {
  writeFileSync(at('a'.repeat(255)), '1')
  writeFileSync(at('fits.ts'), '12')
  const stars = { names: [{ pattern: `${'*a'.repeat(60)}*b`, anyCase: false }], filesAlone: false }
  expect(await open().path(root, 'below', stars)).toMatchObject({ files: 0, counted: true })
  const some = { names: [{ pattern: '[E-G]ITS*', anyCase: true }], filesAlone: true }
  expect(await open().path(root, 'below', some)).toMatchObject({ files: 1, bytes: 2 })
})

test('a name from a withheld text that nothing bears is told by a stand-in, which its reader takes for it', async () => {
  const limits = { budget: { ms: 2000, entries: 20_000 }, roots: [root] }
  const reader = createFactsReader(fakeReadLimits())
  const first = reader.open(limits)
  for (const name of ['there', 'present']) writeFileSync(at(name), 'x')
  await first.bind(at('told'))
  first.withholdNames()
  for (const name of ['told', 'secret', 'there']) await first.bind(at(name))
  for (const name of ['other', 'present']) await first.lead(at(name), 'leads')
  await first.lead(at('*cret*'), 'names')
  const then = first.read()
  const standIns = then.filter(({ path }) => path.startsWith('not-told:'))
  expect(then.map(({ path }) => path)).toEqual([
    at('told'),
    standIns[0]?.path,
    at('there'),
    standIns[1]?.path,
    at('present'),
    standIns[2]?.path,
  ])
  const again = async (by = reader) => {
    const reading = by.open(limits)
    for (const { path, digest } of then)
      if (/^(leads|names):/.test(digest)) await reading.lead(path, digest.startsWith('n') ? 'names' : 'leads')
      else await reading.bind(path)
    return changedFiles(then, reading.read())
  }
  expect(await again()).toEqual([])
  const before = await reader.open(limits).standing(standIns.map(({ path }) => path))
  // Another engine knows none of them, and another one's digests are others.
  expect(await again(createFactsReader(fakeReadLimits()))).toEqual(standIns.map(({ path }) => path))
  for (const name of ['secret', 'other']) symlinkSync('there', at(name))
  expect(await again()).toEqual(standIns.map(({ path }) => path))
  expect(await reader.open(limits).standing(standIns.map(({ path }) => path))).not.toEqual(before)
})

test('a name that only a hidden text says is told by a stand-in from its first mention, and one that a line says before is not', async () => {
  const reading = open()
  await reading.bind(at('said'))
  await reading.bind(at('said'), 'hidden-text')
  await reading.bind(at('secret'), 'hidden-text')
  await reading.bind(at('secret'))
  expect(reading.read()).toEqual([
    { path: at('said'), digest: 'missing' },
    { path: expect.stringMatching(/^not-told:/) as string, digest: 'missing' },
  ])
})

test('names in an index that a link leads to are told to nobody', async () => {
  const other = mkdtempSync(join(tmpdir(), 'cs-index-'))
  onTestFinished(() => rmSync(other, { recursive: true }))
  const git = (folder: string, ...args: string[]) => execFileSync('git', ['-C', folder, ...args])
  for (const folder of [root, other]) git(folder, 'init', '--quiet')
  const modules = Array.from({ length: 30 }, (_, at) => `160000,${'a'.repeat(40)},canary${String(at)}`)
  git(other, 'update-index', '--add', ...modules.flatMap((each) => ['--cacheinfo', each]))
  symlinkSync(join(other, '.git/index'), at('.git/index'))
  const limits = fakeReadLimits((path) => (path.startsWith(root) ? 'inside' : 'outside'))
  const scope = { budget: { ms: 2000, entries: 20_000 }, roots: [root] }
  const found = await createFactsReader(limits).open(scope).repository(root)
  expect(found?.unread).toEqual(['index'])
})
