import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { putBack } from '../../../../../src/main/adapters/preimages/put-back'
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
