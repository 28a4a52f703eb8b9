import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asEachUser } from '../patch/ordinary-user'
import { storeIn } from './kept-runs'

let base = ''
let kept: ReturnType<typeof storeIn>
const at = (name: string): string => join(base, 'place', name)
const read = (name: string): string => readFileSync(at(name), 'utf8')
const modeOf = (name: string): number => lstatSync(at(name)).mode & 0o7777

beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-rights-'))
  for (const each of ['place', 'state']) mkdirSync(join(base, each))
  kept = storeIn(base)
})
afterEach(async () => {
  await kept.store.closed()
  rmSync(base, { recursive: true, force: true })
  expect(kept.problems).toEqual([])
})

function setAttribute(path: string, name: string, hex: string): void {
  const set =
    'import os, sys; os.setxattr(sys.argv[1].encode("latin1"), sys.argv[2], bytes.fromhex(sys.argv[3]))'
  execFileSync('python3', ['-c', set, Buffer.from(path).toString('latin1'), name, hex])
}
/** Nobody of its group, one other user, who may read and write. */
function giveList(path: string, kind: 'access' | 'default' = 'access'): void {
  const entry = (tag: number, rights: number, id = 0xffffffff) => [tag, rights, id & 0xffff, id >>> 16]
  const list = [2, 0, entry(1, 7), entry(2, 6, 1), entry(4, 0), entry(16, 6), entry(32, 0)].flat()
  setAttribute(path, `system.posix_acl_${kind}`, Buffer.from(Uint16Array.from(list).buffer).toString('hex'))
}

const run = { session: 's-1', folder: '/work', item: 'call-1', title: 'do it' }
async function ran(work: () => void): Promise<{ readonly id: string; readonly not: readonly unknown[] }> {
  const { id = '', not } = await kept.store.keep({ ...run, places: [{ path: at(''), extent: 'tree' }] })
  work()
  await kept.store.close(id)
  return { id, not }
}
const undo = (id: string, also: readonly string[] = []) => kept.store.restore(id, { way: 'undo', also })

asEachUser('kept-rights', () => {
  test('what has an access list or attributes is named before, and left out; what lies beside it comes back', async () => {
    for (const name of ['plain', 'listed', 'odd \n"ü', 'named']) writeFileSync(at(name), 'one')
    mkdirSync(at('given'))
    writeFileSync(at('given/in'), 'one')
    mkdirSync(at('gone'))
    writeFileSync(at('gone/in'), 'one')
    giveList(at('listed'))
    giveList(at('odd \n"ü'))
    setAttribute(at('named'), 'user.origin', '61')
    giveList(at('gone'))
    setAttribute(at('given'), 'user.origin', '61')
    const { id, not } = await ran(() => {
      for (const name of ['plain', 'given/in']) writeFileSync(at(name), 'two')
      for (const name of ['listed', 'odd \n"ü', 'named', 'gone']) rmSync(at(name), { recursive: true })
    })
    const why = 'attributes'
    expect(not).toEqual(
      ['given', 'gone', 'listed', 'named', 'odd \n"ü'].map((name) => ({ path: at(name), why })),
    )
    await undo(id)
    expect([read('plain'), read('given/in')]).toEqual(['one', 'one'])
    expect(['listed', 'odd \n"ü', 'named', 'gone'].filter((name) => existsSync(at(name)))).toEqual([])
  })

  test('a folder with a list that another took the place of gets none of its files back', async () => {
    mkdirSync(at('closed'))
    writeFileSync(at('closed/in'), 'secret')
    giveList(at('closed'))
    const { id } = await ran(() => {
      rmSync(at('closed'), { recursive: true })
      mkdirSync(at('closed'))
    })
    expect(existsSync(at('closed/in'))).toBe(false)
    if ((await kept.store.list()).length > 0) await undo(id)
    expect(existsSync(at('closed/in'))).toBe(false)
  })

  test('a list that the run gave goes with its file, and what is done again is its owner’s alone', async () => {
    writeFileSync(at('file'), 'one', { mode: 0o640 })
    const { id } = await ran(() => {
      for (const name of ['file', 'made']) {
        writeFileSync(at(name), 'two')
        giveList(at(name))
      }
    })
    await undo(id)
    expect([read('file'), modeOf('file'), existsSync(at('made'))]).toEqual(['one', 0o640, false])
    await kept.store.restore(id, { way: 'redo', also: [] })
    expect([read('file'), modeOf('file'), read('made'), modeOf('made')]).toEqual(['two', 0o700, 'two', 0o700])
  })

  test('a folder that has a list now keeps its mode, which would say what the list gives; asked for, it is refused by name', async () => {
    mkdirSync(at('dir'), { mode: 0o750 })
    chmodSync(at('dir'), 0o750)
    writeFileSync(at('file'), 'one')
    const { id } = await ran(() => {
      chmodSync(at('dir'), 0o700)
      writeFileSync(at('file'), 'two')
      giveList(at('dir'))
    })
    const { since } = await kept.store.look(id, 'undo')
    expect(since.map(({ path }) => path)).toEqual([at('dir')])
    await expect(undo(id, [at('dir')])).rejects.toThrow(`${at('dir')}: the system does not permit it`)
    expect(read('file')).toBe('two')
    const mode = modeOf('dir')
    await undo(id)
    expect([read('file'), modeOf('dir')]).toEqual(['one', mode])
  })

  test('a folder that gives what is made in it a list gets nothing back that had none', async () => {
    writeFileSync(at('file'), 'one', { mode: 0o640 })
    mkdirSync(at('dir'))
    giveList(at('dir'), 'default')
    renameSync(at('file'), at('dir/file'))
    const { id, not } = await ran(() => {
      rmSync(at('dir/file'))
    })
    expect(not).toEqual([{ path: at('dir'), why: 'attributes' }])
    await expect(undo(id)).rejects.toThrow(`${at('dir/file')}: the system does not permit it`)
    expect(execFileSync('ls', ['-A', at('dir')], { encoding: 'utf8' })).toBe('')
  })
})
