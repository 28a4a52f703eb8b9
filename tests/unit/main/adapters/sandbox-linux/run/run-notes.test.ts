import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ownPrefix } from '../../../../../../src/main/adapters/own-process/process-name'
import { clearLeftNotes, RunNotes } from '../../../../../../src/main/adapters/sandbox-linux/run/run-notes'
import { searchWith } from '../../../../../../src/main/adapters/sandbox-linux/repositories/search-repositories'

let base = ''
const notes = (): string => join(base, 'runs')
const gone = (name: string): string => `4194999-1-${name}.json`
const search = searchWith('/usr/bin/find')
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'cs-notes-'))
})
afterEach(() => {
  rmSync(base, { recursive: true, force: true })
})

const config = '[core]\n\tfsmonitor = evil\n'
/** A repository that runs something, and a note of a run that could have made it. */
function armed(began = 0): string {
  const folder = join(base, 'work/.git')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'config'), config)
  const rules = { writable: [join(base, 'work')], known: new Map(), pinned: [], kept: [], exempt: [], began }
  const noted = new RunNotes(notes()).note({ rules, links: [], configs: [] })
  expect(noted).toHaveProperty('forget')
  return folder
}
/** As if the engine that noted it were gone. */
function kill(): void {
  for (const [at, name] of readdirSync(notes()).entries()) {
    writeFileSync(join(notes(), gone(`n${String(at)}`)), readFileSync(join(notes(), name)))
    rmSync(join(notes(), name))
  }
}

test('what a killed engine’s run armed is held, and its note is gone', async () => {
  const folder = armed()
  kill()
  expect(await clearLeftNotes(notes(), search)).toEqual([join(folder, 'config')])
  expect([readdirSync(folder), readdirSync(notes())]).toEqual([['config.held-by-countersign'], []])
})

test('what was there before the run, and a run of an engine that lives, are left alone', async () => {
  const folder = armed(Date.now() + 60_000)
  kill()
  armed()
  expect(await clearLeftNotes(notes(), search)).toEqual([])
  expect(readFileSync(join(folder, 'config'), 'utf8')).toBe(config)
  expect(readdirSync(notes()).map((name) => name.startsWith(ownPrefix()))).toEqual([true])
})

test('a configuration that lost its mount to somebody else’s file, and was armed before the kill, is as it was', async () => {
  const [folder, place] = [join(base, 'own/.git'), join(base, 'own/.git/config')]
  mkdirSync(folder, { recursive: true })
  writeFileSync(place, '[user]\n\tname = me\n')
  const { dev: device, ino: inode, birthtimeMs: born, mode } = statSync(place)
  const rules = { writable: [], known: new Map(), pinned: [], kept: [], exempt: [], began: 0 }
  const configs = [{ path: place, device, inode, born, mode, text: readFileSync(place, 'latin1') }]
  new RunNotes(notes()).note({ rules, links: [], configs })
  kill()
  writeFileSync(`${place}.lock`, `[user]\n\tname = me\n${config}`)
  renameSync(`${place}.lock`, place)
  expect(await clearLeftNotes(notes(), search)).toEqual([place])
  expect(readFileSync(place, 'utf8')).toBe('[user]\n\tname = me\n')
  expect(readdirSync(folder)).toEqual(['config', 'config.held-by-countersign'])
})

test.each(['', '{', '[]', '{"writable":["/"]}', 'null', '\0\0\0'])(
  'a note that cannot be read is said and goes, and the others are seen to: %j',
  async (text) => {
    const folder = armed()
    kill()
    writeFileSync(join(notes(), gone('a')), text)
    mkdirSync(join(notes(), gone('folder')))
    const said = await clearLeftNotes(notes(), search)
    expect(said).toContain(join(folder, 'config'))
    expect(said).toContain(`${join(notes(), gone('a'))} (cannot be read)`)
    expect(readdirSync(notes())).toEqual([gone('folder')])
  },
)

test('there need be none, and one that cannot be written is a reason', async () => {
  expect(await clearLeftNotes(notes(), search)).toEqual([])
  writeFileSync(notes(), '')
  const rules = { writable: [], known: new Map(), pinned: [], kept: [], exempt: [], began: 0 }
  expect(new RunNotes(notes()).note({ rules, links: [], configs: [] })).toMatchObject({
    problem: expect.stringContaining('the run cannot be noted') as string,
  })
})
