import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { KnownListings } from '../../../../../../src/main/adapters/sandbox-linux/protection/known-listings'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cs-listings-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const at = (name: string): string => join(folder, name)
const old = new Date(2_000)

/** What changes a folder, with its times set back where that can be done. */
const changes: readonly (readonly [string, (home: string) => void])[] = [
  ['a name is added', (home) => writeFileSync(join(home, 'new'), '')],
  ['a name is taken away', (home) => rmSync(join(home, 'one'))],
  ['a name is another', (home) => renameSync(join(home, 'one'), join(home, 'other'))],
  [
    'another folder stands there',
    (home) => {
      renameSync(home, at('before'))
      mkdirSync(home)
    },
  ],
  [
    'it leads to another folder',
    (home) => {
      renameSync(home, at('before'))
      mkdirSync(at('elsewhere/x'), { recursive: true })
      symlinkSync(at('elsewhere'), home)
    },
  ],
  ['it is gone', (home) => rmSync(home, { recursive: true })],
]

test.for(changes)('%s: the listing is the new one', async ([, change]) => {
  for (const settled of [0, 60]) {
    const home = at(`home-${String(settled)}`)
    mkdirSync(home)
    writeFileSync(join(home, 'one'), '')
    const { list } = new KnownListings()
    await delay(settled)
    expect([[...list(home)], [...list(home)]]).toEqual([['one'], ['one']])
    change(home)
    try {
      utimesSync(home, old, old)
    } catch {
      // it is gone
    }
    const now = new KnownListings().list(home)
    expect([...list(home)].sort()).toEqual([...now].sort())
    expect([...list(home)]).not.toEqual(['one'])
    rmSync(at('before'), { recursive: true, force: true })
    rmSync(at('elsewhere'), { recursive: true, force: true })
  }
})

test('a folder that is missing, none, or closed to us has no names', () => {
  const { list } = new KnownListings()
  writeFileSync(at('file'), '')
  mkdirSync(at('closed'))
  chmodSync(at('closed'), 0o000)
  for (const name of ['missing', 'file', 'closed', 'file/below']) expect([...list(at(name))]).toEqual([])
})
