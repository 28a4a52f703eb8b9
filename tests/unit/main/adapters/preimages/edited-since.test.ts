import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  besides,
  identityAt,
  mendLeft,
  takeBack,
  takeLeft,
  type JournalUnit,
} from '../../../../../src/main/adapters/preimages/restore-journal'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-editedsince-')))
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})
const at = (name: string): string => join(base, name)
const { old, fresh } = besides('token', 0)

/** What a restore was killed over that had put this one thing in place. */
const left = (unit: JournalUnit) =>
  takeBack({ owner: 'x', token: 'token', phase: 'committing', next: 'paths-2', units: [unit] })

async function placed(had: boolean): Promise<JournalUnit> {
  if (had) writeFileSync(at(old), 'before')
  writeFileSync(at('file'), 'restored')
  const identity = (await identityAt(Buffer.from(at('file')))) ?? ''
  return { kind: 'entry', path: at('file'), had, comes: true, fresh: identity }
}

test('what a killed restore put in place goes, and what was there comes back', async () => {
  expect([await left(await placed(true)), readFileSync(at('file'), 'utf8'), readdirSync(base)]).toEqual([
    [],
    'before',
    ['file'],
  ])
})

test('what was edited since stays and is named, with what was there before, which lies beside', async () => {
  const unit = await placed(true)
  writeFileSync(at('file'), 'edited')
  expect(await left(unit)).toEqual([at('file'), at(old)])
  expect([readFileSync(at('file'), 'utf8'), readFileSync(at(old), 'utf8')]).toEqual(['edited', 'before'])
})

test('what was made by the restore and edited since stays and is named', async () => {
  const unit = await placed(false)
  writeFileSync(at('file'), 'edited')
  expect([await left(unit), readdirSync(base)]).toEqual([[at('file')], ['file']])
})

test('what was removed since stays so and is named, with what was there before, which lies beside', async () => {
  const unit = await placed(true)
  rmSync(at('file'))
  expect([await left(unit), readdirSync(base)]).toEqual([[at('file'), at(old)], [old]])
})

test('what the restore put in place stays and is named where somebody removed what was there before', async () => {
  const unit = await placed(true)
  rmSync(at(old))
  expect([await left(unit), readdirSync(base)]).toEqual([[at('file')], ['file']])
  expect(readFileSync(at('file'), 'utf8')).toBe('restored')
})

test('what was there before, and somebody removed where it lay beside, is named as gone', async () => {
  for (const comes of [true, false])
    expect(await left({ kind: 'entry', path: at('file'), had: true, comes })).toEqual([at('file')])
})

test.each([
  ['renamed', () => renameSync(at('folder'), at('elsewhere'))],
  [
    'made a link',
    () => {
      renameSync(at('folder'), at('elsewhere'))
      symlinkSync('elsewhere', at('folder'))
    },
  ],
])(
  'what lies in a folder that was %s since stays and is named by the path that it had',
  async (_, meanwhile) => {
    mkdirSync(at('folder'))
    writeFileSync(join(at('folder'), old), 'before')
    writeFileSync(at('folder/file'), 'restored')
    const identity = (await identityAt(Buffer.from(at('folder/file')))) ?? ''
    meanwhile()
    const unit = { kind: 'entry', path: at('folder/file'), had: true, comes: true, fresh: identity } as const
    expect(await left(unit)).toEqual([at('folder/file'), join(at('folder'), old)])
    expect(readdirSync(at('elsewhere'))).toEqual([old, 'file'])
  },
)

test('what cannot be cleared away, of a restore that is done, is named', async () => {
  const store = at('store')
  mkdirSync(store)
  mkdirSync(at('folder'))
  writeFileSync(join(at('folder'), old), 'before')
  const unit = { kind: 'entry', path: at('folder/file'), had: true, comes: false } as const
  const journal = { owner: '4194999-1-', token: 'token', phase: 'committing', next: 'paths-2', units: [unit] }
  writeFileSync(join(store, 'journal.json'), JSON.stringify(journal))
  renameSync(at('folder'), at('elsewhere'))
  expect([await mendLeft(store, 'paths-2'), await takeLeft(store), readdirSync(store)]).toEqual([
    ...[true, [join(at('folder'), old)], []],
  ])
})

test('what cannot be taken back ends the taking back of nothing else, and the next look goes on with it', async () => {
  const store = at('store')
  mkdirSync(store)
  const unit = await placed(true)
  // No file system has a name as long as that.
  const other = { kind: 'entry', path: at('n'.repeat(300)), had: true, comes: false } as const
  const journal = {
    owner: '4194999-1-',
    token: 'token',
    phase: 'committing',
    next: 'paths-2',
    units: [unit, other],
  }
  writeFileSync(join(store, 'journal.json'), JSON.stringify(journal))
  for (let time = 0; time < 2; time += 1) {
    await expect(mendLeft(store, 'paths-1')).rejects.toMatchObject({ code: 'ENAMETOOLONG' })
    expect([readFileSync(at('file'), 'utf8'), readdirSync(store)]).toEqual(['before', ['journal.json']])
  }
})

test('what had not got its name goes, and what somebody put there meanwhile is no part of it', async () => {
  writeFileSync(at(fresh), 'restored')
  writeFileSync(at('file'), 'mine')
  const identity = (await identityAt(Buffer.from(at(fresh)))) ?? ''
  const unit = { kind: 'entry', path: at('file'), had: false, comes: true, fresh: identity } as const
  expect([await left(unit), readdirSync(base)]).toEqual([[], ['file']])
})

test.each([
  ['as the restore left it', 0o755, 0o700, []],
  ['as it was before', 0o700, 0o700, []],
  ['as somebody made it since', 0o711, 0o711, ['folder']],
])('the mode of a folder, %s', async (_, is, becomes, named) => {
  mkdirSync(at('folder'))
  chmodSync(at('folder'), is)
  const { uid, gid } = statSync(at('folder'))
  const [from, to] = [0o700, 0o755].map((mode) => ({ mode, uid, gid }))
  if (!from || !to) throw new Error('no modes')
  expect(await left({ kind: 'mode', path: at('folder'), from, to })).toEqual(named.map(at))
  expect(statSync(at('folder')).mode & 0o7777).toBe(becomes)
})

/** A folder that a restore put in place, with a file in it. */
async function placedFolder(had: boolean): Promise<JournalUnit> {
  if (had) writeFileSync(at(old), 'before')
  mkdirSync(at('folder/in'), { recursive: true })
  writeFileSync(at('folder/in/file'), 'restored')
  const identity = (await identityAt(Buffer.from(at('folder')))) ?? ''
  return { kind: 'entry', path: at('folder'), had, comes: true, fresh: identity }
}

test('a folder that a killed restore put in place goes with all that is in it', async () => {
  expect([await left(await placedFolder(true)), readdirSync(base)]).toEqual([[], ['folder']])
  expect(readFileSync(at('folder'), 'utf8')).toBe('before')
})

test.each([true, false])(
  'a folder of which a file was edited since stays and is named (something was there before: %s)',
  async (had) => {
    const unit = await placedFolder(had)
    writeFileSync(at('folder/in/file'), 'edited, and longer')
    expect(await left(unit)).toEqual([at('folder'), ...(had ? [at(old)] : [])])
    expect(readFileSync(at('folder/in/file'), 'utf8')).toBe('edited, and longer')
  },
)

test('of two engines that start at once one takes back what a killed one left, and nothing is lost', async () => {
  for (let round = 0; round < 40; round++) {
    const [store, work] = ['store', 'work'].map((name) => at(`${name}-${String(round)}`))
    if (store === undefined || work === undefined) throw new Error('no folders')
    for (const each of [store, work]) mkdirSync(each)
    const units: JournalUnit[] = []
    for (let number = 0; number < 8; number++) {
      const beside = besides('token', number)
      const path = join(work, String(number))
      writeFileSync(join(work, beside.old), 'before')
      writeFileSync(path, 'restored')
      const identity = (await identityAt(Buffer.from(path))) ?? ''
      units.push({ kind: 'entry', path, had: true, comes: true, fresh: identity })
    }
    // No process has this number.
    const journal = { owner: '4194999-1-', token: 'token', phase: 'committing', next: 'paths-2', units }
    writeFileSync(join(store, 'journal.json'), JSON.stringify(journal))
    const both = await Promise.all([mendLeft(store, 'paths-1'), mendLeft(store, 'paths-1')])
    expect(both.toSorted()).toEqual([false, true])
    expect(readdirSync(work).toSorted()).toEqual(units.map((_, number) => String(number)))
    for (const { path } of units) expect(readFileSync(path, 'utf8')).toBe('before')
    expect(readdirSync(store)).toEqual([])
  }
})
