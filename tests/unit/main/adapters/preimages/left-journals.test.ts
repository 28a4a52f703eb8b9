import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putBack } from '../../../../../src/main/adapters/preimages/put-back'
import { besides } from '../../../../../src/main/adapters/preimages/restore-journal'
import { statesNow } from '../../../../../src/main/adapters/preimages/restore-paths'
import { readPaths, readRecord } from '../../../../../src/main/adapters/preimages/run-record'
import type { PathState } from '../../../../../src/main/core/preimages/path-state'
import { planUndo } from '../../../../../src/main/core/preimages/plan-undo'
import { storeIn } from '../../../../integration/preimages/kept-runs'

let base = ''
beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-leftjournal-'))
  for (const each of ['place', 'state']) mkdirSync(join(base, each))
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})
const at = (name: string): string => join(base, 'place', name)
const text = (name: string): string => readFileSync(at(name), 'utf8')
const storeOf = (id: string): string => join(base, 'state/preimages', id)

/** A run that changed two files, and made a folder with a file in it. Returns its id. */
async function aRun(): Promise<string> {
  const { store } = storeIn(base)
  for (const name of ['one', 'two']) writeFileSync(at(name), 'before')
  const places = [{ path: join(base, 'place'), extent: 'tree' }] as const
  const { id = '' } = await store.keep({ session: 's', folder: '/w', item: 'c', title: 't', places })
  for (const name of ['one', 'two']) writeFileSync(at(name), 'after, and longer')
  mkdirSync(at('z'))
  writeFileSync(at('z/in'), 'made')
  await store.close(id)
  return id
}

const { old } = besides('token', 0)
const journal = {
  ...{ owner: '4194999-1-', token: 'token', phase: 'committing', next: 'paths-9' },
  units: [{ kind: 'entry', path: '/x', had: true, comes: false }],
}

test.each([
  ['of no bytes', ''],
  ['torn', '{"owner":"4194999-1-","tok'],
  ['of something else', '[]'],
  ['of another version', JSON.stringify({ ...journal, more: 1 })],
  ['of nobody', JSON.stringify({ ...journal, owner: 'x' })],
  ['with a path that is no entry', JSON.stringify(journal).replace('"/x"', '"/x/.."')],
  ['with a path that is none', JSON.stringify(journal).replace('"/x"', '"/x\\u0000y"')],
  ['with a name that leads elsewhere', JSON.stringify({ ...journal, token: '../token' })],
  ['with another prototype', JSON.stringify(journal).replace('"/x"', '"/x","__proto__":{"had":false}')],
  ['that is a folder', undefined],
])(
  'a journal %s stops nothing: it is put aside and named, with what lies beside, and what is kept can be used',
  async (_, noted) => {
    const id = await aRun()
    // What lay there before, as a killed restore leaves it.
    writeFileSync(at(old), 'moved aside')
    if (noted === undefined) mkdirSync(join(storeOf(id), 'journal.json'))
    else writeFileSync(join(storeOf(id), 'journal.json'), noted)
    const { store, problems } = storeIn(base)
    await store.clearLeft()
    const aside = readdirSync(storeOf(id)).filter((name) => name.startsWith('unreadable-'))
    expect(aside).toHaveLength(1)
    const failed = await store.look(id, 'undo').then(String, (error: unknown) => String(error))
    expect(failed).toContain(join(storeOf(id), aside[0] ?? ''))
    expect(failed).toContain(at(old))
    expect(text(old)).toBe('moved aside')
    expect(await store.restore(id, { way: 'undo', also: [] })).toEqual({ files: 3, left: [] })
    expect([text('one'), text('two'), existsSync(at('z'))]).toEqual(['before', 'before', false])
    expect([readdirSync(storeOf(id)).filter((name) => name.startsWith('unreadable-')), problems]).toEqual([
      aside,
      [],
    ])
  },
)

test('a note of an engine of another version that lives is left to it', async () => {
  const id = await aRun()
  const note = { owner: `${String(process.pid)}--`, version: 2 }
  writeFileSync(join(storeOf(id), 'journal.json'), JSON.stringify(note))
  const { store } = storeIn(base)
  await store.clearLeft()
  await expect(store.look(id, 'undo')).rejects.toThrow('This is being put back just now.')
  expect(readFileSync(join(storeOf(id), 'journal.json'), 'utf8')).toBe(JSON.stringify(note))
})

test('a note of what was left that cannot be read is put aside and named once', async () => {
  const id = await aRun()
  writeFileSync(join(storeOf(id), 'journal.left'), '{')
  const { store } = storeIn(base)
  await expect(store.look(id, 'undo')).rejects.toThrow('unreadable-')
  expect(readdirSync(storeOf(id)).filter((name) => name.startsWith('unreadable-'))).toHaveLength(1)
  expect(await store.look(id, 'undo')).toMatchObject({ since: [] })
})

test('what is edited of a restore before that fails stays, and the failure names it with what was there before', async () => {
  const id = await aRun()
  const store = storeOf(id)
  const record = await readRecord(store)
  if (!record) throw new Error('no record')
  const all = await readPaths(store, record)
  const states = new Map(await statesNow(all))
  const plan = planUndo(all, states, { owners: true, also: [] })
  /** Somebody edits what was put back, and what is put back next, when that was moved aside and is looked at. */
  const now = new (class extends Map<string, PathState> {
    override get(path: string): PathState | undefined {
      if (path !== at('z/in') || existsSync(at('z'))) return states.get(path)
      writeFileSync(at('one'), 'mine, and longest of all')
      return undefined
    }
  })(states)
  const failed = await putBack({ store, record, all, way: 'undo', now, plan }).then(String, String)
  expect(failed).toContain('changes just then')
  expect(failed).toContain(`${at('one')}, ${at('.countersign-')}`)
  const [beside = ''] = readdirSync(at('')).filter((name) => name.startsWith('.countersign-'))
  expect([text('one'), text(beside), text('two'), text('z/in')]).toEqual([
    'mine, and longest of all',
    'after, and longer',
    'after, and longer',
    'made',
  ])
})

test('what a killed restore left is told once for the folder that its session works in, or for one around it', async () => {
  const id = await aRun()
  const left = [at('one'), at(old)]
  writeFileSync(join(storeOf(id), 'journal.left'), JSON.stringify(left))
  const { store } = storeIn(base)
  const found: (readonly string[])[] = []
  for (const folder of ['/elsewhere', '/w/below', '/', '/w']) found.push(await store.leftBefore(folder))
  expect(found).toEqual([[], [], left, []])
})

test('copies whose record cannot be read, as of another version, are kept', async () => {
  const id = await aRun()
  const about = join(storeOf(id), 'about.json')
  writeFileSync(about, readFileSync(about, 'utf8').replace('"version":1', '"version":2'))
  const { store } = storeIn(base)
  const hoursAgo = new Date(Date.now() - 4 * 3_600_000)
  utimesSync(storeOf(id), hoursAgo, hoursAgo)
  await store.clearLeft()
  expect(existsSync(about)).toBe(true)
})
