import { lstatSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPreimages, dropOld } from '../../../src/main/adapters/preimages/preimage-store'
import { beginJournal, endJournal } from '../../../src/main/adapters/preimages/restore-journal'
import { ownPrefix } from '../../../src/main/adapters/own-process/process-name'
import { storeIn } from './kept-runs'

let base = ''
let place = ''
let kept: ReturnType<typeof storeIn>
const at = (name: string): string => join(place, name)
const run = () => ({
  session: 's-1',
  folder: '/work',
  item: 'call-1',
  title: 'do it',
  places: [{ path: place, extent: 'tree' as const }],
})

beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-pre-'))
  place = join(base, 'place')
  for (const each of [place, join(base, 'state')]) mkdirSync(each)
  kept = storeIn(base)
})
afterEach(async () => {
  await kept.store.closed()
  rmSync(base, { recursive: true, force: true })
  expect(kept.problems).toEqual([])
})

/** A run that writes to the place. */
async function ran(work: () => void): Promise<string> {
  const { id = '', not } = await kept.store.keep(run())
  expect(not).toEqual([])
  work()
  expect((await kept.store.close(id))?.id).toBe(id)
  return id
}

test('a run that changes nothing leaves nothing; contents alone stay that are of use; the budget forgets the oldest', async () => {
  const store = join(base, 'state/preimages')
  writeFileSync(at('large'), Buffer.alloc(100_000, 1))
  writeFileSync(at('small'), 'one')
  const { id = '' } = await kept.store.keep(run())
  expect(await kept.store.close(id)).toBeUndefined()
  expect(readdirSync(store)).toEqual([])
  const first = await ran(() => {
    writeFileSync(at('small'), 'two')
  })
  const sizes = () => readdirSync(join(store, first)).map((name) => lstatSync(join(store, first, name)).size)
  expect(Math.max(...sizes())).toBeLessThan(5000)
  kept = storeIn(base, { bytes: 420_000, ageMs: 86_400_000 })
  const later: string[] = []
  for (let count = 1; count <= 5; count += 1)
    later.push(
      await ran(() => {
        writeFileSync(at('large'), Buffer.alloc(90_000, count + 1))
      }),
    )
  await kept.store.closed()
  const left = (await kept.store.list()).map(({ id: each }) => each)
  expect(left).toEqual(later.toReversed().slice(0, left.length))
  expect(left.length).toBeLessThan(5)
  expect(left.length).toBeGreaterThan(1)
  await kept.store.forget('s-1')
  expect(await kept.store.list()).toEqual([])
})

const nothing = { bytes: 0, ageMs: 0 }

test('what is being put back just now is not forgotten under it; when it is over, it is', async () => {
  writeFileSync(at('small'), 'one')
  const id = await ran(() => {
    writeFileSync(at('small'), 'two')
  })
  const [shared, store] = [join(base, 'state/preimages'), join(base, 'state/preimages', id)]
  await beginJournal(store, {
    owner: ownPrefix(),
    token: 't',
    phase: 'preparing',
    next: 'paths-3',
    units: [],
  })
  const names = readdirSync(store)
  await dropOld(shared, nothing, Date.now() + 1000)
  expect(readdirSync(store)).toEqual(names)
  await endJournal(store)
  await dropOld(shared, nothing, Date.now() + 1000)
  expect(readdirSync(shared)).toEqual([])
})

test('two engines that tidy at once are not in the way of each other', async () => {
  const shared = join(base, 'state/preimages')
  for (let count = 0; count < 12; count += 1)
    await ran(() => {
      writeFileSync(at('small'), String(count))
    })
  await Promise.all([0, 1, 2, 3].map(() => dropOld(shared, nothing, Date.now() + 1000)))
  expect(readdirSync(shared)).toEqual([])
})

test('what cannot be tidied at a start is told, and undo goes on', async () => {
  writeFileSync(at('small'), 'one')
  const id = await ran(() => {
    writeFileSync(at('small'), 'two')
  })
  const budget = (): never => {
    throw new Error('no budget')
  }
  const told: string[] = []
  const log = { error: (text: string) => void told.push(text) }
  const ids = { next: () => 'x' }
  const parts = { home: join(base, 'state'), budget, ids, log, now: () => Date.now() }
  const started = createPreimages(parts, Promise.resolve())
  expect((await started.list()).map((each) => each.id)).toEqual([id])
  expect(told).toEqual(['old copies for undo cannot be removed'])
})
