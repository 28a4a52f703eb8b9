import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PlaceToKeep } from '../../../src/main/core/preimages/preimages'
import { asEachUser } from '../patch/ordinary-user'
import { changePlace, fillPlace } from './filled-place'
import { storeIn } from './kept-runs'

let base = ''
let place = ''
let kept: ReturnType<typeof storeIn>
const at = (name: string): string => join(place, name)
const read = (name: string): string => readFileSync(at(name), 'utf8')

beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-pre-'))
  place = join(base, 'place')
  for (const each of [place, join(base, 'state')]) mkdirSync(each)
  kept = storeIn(base)
})
afterEach(async () => {
  await kept.store.closed()
  execFileSync('chmod', ['-R', 'u+rwx', base])
  rmSync(base, { recursive: true, force: true })
  expect(kept.problems).toEqual([])
})

/** What lies below a folder: names with modes and contents, nothing of when. */
function picture(folder = place): string {
  return execFileSync(
    'sh',
    [
      '-c',
      'cd "$1" && find . -printf "%p %y %m %U %l\\n" | sort; find . -type f -print0 | sort -z | xargs -0 -r cat',
      'sh',
      folder,
    ],
    { encoding: 'latin1' },
  )
}

const run = { session: 's-1', folder: '/work', item: 'call-1', title: 'do it' }
const tree = (path = place): PlaceToKeep => ({ path, extent: 'tree' })

/** A run that writes to these places. */
async function ran(work: () => void, places: readonly PlaceToKeep[] = [tree()]): Promise<string> {
  const { id, not } = await kept.store.keep({ ...run, places })
  expect(not).toEqual([])
  work()
  if (id === undefined) throw new Error('nothing was kept')
  expect((await kept.store.close(id))?.id).toBe(id)
  return id
}

async function shown(id: string, way: 'undo' | 'redo' = 'undo') {
  const { files, since } = await kept.store.look(id, way)
  const lines = (list: typeof files) =>
    list.map(({ path, becomes }) => `${becomes} ${path.slice(place.length + 1)}`).toSorted()
  return { files: lines(files), since: lines(since) }
}

asEachUser('preimages', (user) => {
  test('a run is taken back and done again, as often as one likes: contents, modes, links, folders, kinds', async () => {
    fillPlace(place)
    const before = picture()
    const id = await ran(() => changePlace(place))
    const after = picture()
    expect(await shown(id)).toEqual({
      files: [
        'changed becomes-folder',
        'changed changed',
        'changed empty',
        'changed link',
        'changed odd \n"name',
        'changed program',
        'made a\u{fffd}',
        'made becomes-file/in',
        'made deep/er/empty',
        'made deep/er/file',
        'made loose',
        'made removed',
        'removed becomes-folder/a/b',
        'removed made/in/it',
      ],
      since: [],
    })
    for (let round = 0; round < 3; round += 1) {
      await kept.store.restore(id, { way: 'undo', also: [] })
      expect(picture()).toBe(before)
      await kept.store.restore(id, { way: 'redo', also: [] })
      expect(picture()).toBe(after)
    }
  })

  test('what somebody changed since is left, and named, unless they say otherwise', async () => {
    writeFileSync(at('mine'), 'one')
    writeFileSync(at('theirs'), 'one')
    const id = await ran(() => {
      writeFileSync(at('mine'), 'two')
      writeFileSync(at('theirs'), 'two')
      mkdirSync(at('made'))
      writeFileSync(at('made/by-run'), 'x')
    })
    writeFileSync(at('mine'), 'by hand')
    writeFileSync(at('made/by-hand'), 'y')
    expect(await shown(id)).toEqual({
      files: ['changed theirs', 'removed made/by-run'],
      since: ['changed mine'],
    })
    await kept.store.restore(id, { way: 'undo', also: [] })
    expect([read('mine'), read('theirs'), readdirSync(at('made'))]).toEqual(['by hand', 'one', ['by-hand']])
    await kept.store.restore(id, { way: 'redo', also: [] })
    expect([read('mine'), read('theirs'), readdirSync(at('made')).toSorted()]).toEqual([
      'by hand',
      'two',
      ['by-hand', 'by-run'],
    ])
    await kept.store.restore(id, { way: 'undo', also: [at('mine')] })
    expect([read('mine'), read('theirs')]).toEqual(['one', 'one'])
    await kept.store.restore(id, { way: 'redo', also: [] })
    expect(read('mine')).toBe('by hand')
  })

  test('a later engine takes it back; a file that only looks changed is not named; an entry’s new neighbours go too', async () => {
    writeFileSync(at('gone'), 'one')
    writeFileSync(at('neighbour'), 'n')
    const id = await ran(
      () => {
        rmSync(at('gone'))
        writeFileSync(at('beside'), 'new')
        mkdirSync(at('folder'))
        writeFileSync(at('folder/in'), 'new')
        writeFileSync(at('made'), 'new')
      },
      ['gone', 'made', 'never'].map((name) => ({ path: at(name), extent: 'entry' })),
    )
    for (const name of ['beside', 'folder/in']) writeFileSync(at(name), 'new')
    kept = storeIn(base)
    expect(await kept.store.list()).toMatchObject([{ id, item: 'call-1', files: 4, undone: false }])
    expect(await shown(id)).toEqual({
      files: ['made gone', 'removed beside', 'removed folder/in', 'removed made'],
      since: [],
    })
    await kept.store.restore(id, { way: 'undo', also: [] })
    expect(readdirSync(place).toSorted()).toEqual(['gone', 'neighbour'])
    expect(await kept.store.list()).toMatchObject([{ id, undone: true }])
  })

  test('no link leads a restore elsewhere', async () => {
    const outside = join(base, 'outside')
    mkdirSync(outside)
    mkdirSync(at('dir'))
    writeFileSync(at('dir/file'), 'one')
    writeFileSync(at('other'), 'one')
    const id = await ran(() => {
      writeFileSync(at('dir/file'), 'two')
      writeFileSync(at('other'), 'two')
    })
    rmSync(at('dir'), { recursive: true })
    symlinkSync(outside, at('dir'))
    writeFileSync(join(outside, 'file'), 'two')
    expect(await shown(id)).toEqual({ files: ['changed other'], since: ['made dir/file'] })
    await expect(kept.store.restore(id, { way: 'undo', also: [at('dir/file')] })).rejects.toThrow(
      /Nothing was put back/,
    )
    expect([read('other'), readFileSync(join(outside, 'file'), 'utf8')]).toEqual(['two', 'two'])
    // The link above the place is followed once, when it is kept, and where it led is what counts.
    symlinkSync(place, join(base, 'short'))
    const other = await ran(() => {
      writeFileSync(at('other'), 'three')
    }, [tree(join(base, 'short/other'))])
    rmSync(join(base, 'short'))
    symlinkSync(outside, join(base, 'short'))
    await kept.store.restore(other, { way: 'undo', also: [] })
    expect(read('other')).toBe('two')
  })

  test('what is too large is told and stops nothing; sockets and pipes are told; nothing of the home is kept', async () => {
    kept = storeIn(base, { bytes: 4096, ageMs: 1000 })
    writeFileSync(at('large'), Buffer.alloc(5000))
    writeFileSync(at('small'), 'one')
    mkdirSync(at('sub'))
    execFileSync('mkfifo', [at('sub/pipe')])
    const places = [tree(at('large')), tree(at('small')), tree(at('sub')), tree(join(base, 'state'))]
    const { id = '', not } = await kept.store.keep({ ...run, places })
    expect(not).toEqual([
      { path: at('large'), why: 'too-large' },
      { path: at('sub/pipe'), why: 'special' },
    ])
    writeFileSync(at('small'), 'two')
    expect(await kept.store.close(id)).toMatchObject({ files: 1, not })
  })

  test('what cannot be put back whole is not put back at all', async () => {
    mkdirSync(at('a'))
    mkdirSync(at('z'))
    writeFileSync(at('a/file'), 'one')
    writeFileSync(at('z/file'), 'one')
    const id = await ran(() => {
      writeFileSync(at('a/file'), 'two')
      writeFileSync(at('z/file'), 'two')
    })
    const store = join(base, 'state/preimages', id)
    const [pack = ''] = readdirSync(store).filter((name) => name.startsWith('pack'))
    writeFileSync(join(store, pack), 'onX', { flag: 'r+' })
    const bytes = readFileSync(join(store, pack))
    writeFileSync(
      join(store, pack),
      Buffer.concat([Buffer.from('one'), bytes.subarray(3, 5), Buffer.from('X')]),
    )
    const before = picture()
    await expect(kept.store.restore(id, { way: 'undo', also: [] })).rejects.toThrow(/damaged|cut off/)
    expect(picture()).toBe(before)
    expect(readdirSync(store).some((name) => name.startsWith('journal'))).toBe(false)
  })

  test('what the user may not do any more is refused by that name, and nothing is put back', async () => {
    const isRoot = user === 'root'
    mkdirSync(at('shut'))
    writeFileSync(at('other'), 'one')
    const made = await ran(() => {
      for (const name of ['shut/made', 'other']) writeFileSync(at(name), 'two')
    })
    chmodSync(at('shut'), 0o555)
    const before = picture()
    const undone = kept.store.restore(made, { way: 'undo', also: [] })
    if (isRoot) await undone
    else await expect(undone).rejects.toThrow('shut/made: the system does not permit it (EACCES)')
    expect([picture() === before, existsSync(at('shut/made'))]).toEqual([!isRoot, !isRoot])
    chmodSync(at('shut'), 0o755)

    writeFileSync(at('secret'), 'one')
    const closed = await ran(() => {
      writeFileSync(at('secret'), 'two')
    })
    chmodSync(at('secret'), 0o000)
    const again = kept.store.restore(closed, { way: 'undo', also: [at('secret')] })
    if (isRoot) await again
    else await expect(again).rejects.toThrow('secret: the system does not permit it (cannot be read)')
  })

  test.each([0o000, 0o111])(
    'what lay in a folder that could not be listed is removed by no undo (mode %i)',
    async (mode) => {
      mkdirSync(at('closed/in'), { recursive: true })
      writeFileSync(at('closed/in/file'), 'mine')
      chmodSync(at('closed'), mode)
      const { id = '' } = await kept.store.keep({ ...run, places: [tree()] })
      chmodSync(at('closed'), 0o755)
      writeFileSync(at('made'), 'new')
      await kept.store.close(id)
      await kept.store.restore(id, { way: 'undo', also: [] })
      chmodSync(at('closed'), 0o755)
      expect([existsSync(at('made')), read('closed/in/file')]).toEqual([false, 'mine'])
    },
  )

  const asRoot = (title: string, work: () => Promise<void>): void => {
    if (user === 'root') test(title, work)
  }
  asRoot('for root, files come back as whose they were', async () => {
    writeFileSync(at('theirs'), 'one')
    execFileSync('chown', ['65534:65534', at('theirs')])
    mkdirSync(at('closed'))
    writeFileSync(at('closed/in'), 'x')
    execFileSync('chown', ['-R', '65534:65534', at('closed')])
    chmodSync(at('closed'), 0o555)
    const before = picture()
    const id = await ran(() => {
      rmSync(at('theirs'))
      rmSync(at('closed'), { recursive: true })
    })
    await kept.store.restore(id, { way: 'undo', also: [] })
    expect(picture()).toBe(before)
    expect(existsSync(at('closed/in'))).toBe(true)
  })
})
