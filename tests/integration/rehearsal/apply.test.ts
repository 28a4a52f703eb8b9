import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { users } from '../sandbox/harness/world'
import {
  digestOf,
  emptyFolder as empty,
  fillWorkspace as fill,
  keeping,
  letGo,
  openKeeping,
  own,
  applyKept,
  treeOf,
  type KeepingWorld,
} from './harness'

/** What a rehearsal showed is put in place as it was shown: all of it or nothing, and nothing else. */

/** Each does to the real folder what its run would. */
const rows: readonly (readonly [string, string])[] = [
  ['a new file', 'echo new > n'],
  ['a new empty file that others may not read', 'umask 077; : > n'],
  [
    'new folders with files and a link',
    'mkdir -p n/m; echo 1 > n/m/f; echo 2 > n/g; ln -s m/f n/l; chmod 750 n/m',
  ],
  ['another content', 'echo more >> a'],
  ['another content and mode', 'echo more >> c; chmod 600 c'],
  ['a large file in its middle', 'printf zz | dd of=big bs=1 seek=1000000 conv=notrunc 2>&1'],
  ['modes alone', 'chmod 600 a; chmod 755 b; chmod 700 tree'],
  ['a file that nobody may read', 'echo s > n; chmod 000 n'],
  ['a closed folder with something new', 'echo n > tree/n; chmod 500 tree'],
  ['something new in a folder that is closed then', 'echo n > tree/n; chmod 0 tree'],
  ['modes in folders that are closed then', 'chmod 600 tree/deep/two tree/one; chmod 0 tree/deep tree'],
  ['a deleted file and a deleted tree', 'rm a; rm -r tree'],
  [
    'a folder emptied and made again',
    'rm -r again; mkdir again; echo y2 > again/y; mkdir again/in; echo q > again/in/q',
  ],
  ['a file moved', 'mv a moved; mv b tree/b'],
  ['a folder moved', 'mv tree elsewhere'],
  [
    'a file in the place of a folder, and the other way round',
    'rm -r tree a; echo f > tree; mkdir a; echo g > a/g',
  ],
  ['a link in the place of a file, and the other way round', 'rm a; ln -s b a; rm link; echo l > link'],
  ['a link that leads elsewhere', 'ln -sfn b link'],
  ['a folder in the place of a link', 'rm link; mkdir link; echo l > link/l'],
  [
    'names with spaces, dashes, quotes and line ends',
    'echo 1 > "-rf x"; mkdir "it\'s"; echo 2 > "it\'s/\\$(id)"; printf 3 > "two\nlines"',
  ],
  ['a command that fails half-way', 'echo n > n; rm b; exit 7'],
]

describe.each(oneBySeed('the user of rehearsal/apply', users))('as %s', (user) => {
  let world: KeepingWorld
  let twin: KeepingWorld
  beforeAll(() => {
    world = openKeeping(user)
    twin = openKeeping(user)
  })
  afterAll(() => {
    world.close()
    twin.close()
  })
  beforeEach(async () => {
    await letGo(world)
    for (const each of [world, twin]) {
      empty(each.workspace)
      empty(each.outside)
      fill(each.workspace)
      writeFileSync(join(each.outside, 'far'), 'far\n')
      own(each.workspace, each.workspace)
      own(each.outside, each.workspace)
    }
  })
  const at = (name: string): string => join(world.workspace, name)
  const copies = (): readonly string[] => readdirSync(join(world.engineHome, 'rehearsals'))
  /** Nothing lies beside, and no journal is left. */
  const isClear = (): void => {
    expect(Object.keys(treeOf(world.folder)).filter((name) => name.includes('.countersign-'))).toEqual([])
    const journals = join(world.engineHome, 'applying')
    expect(existsSync(journals) ? readdirSync(journals) : []).toEqual([])
  }

  test.each(rows)('%s', async (_, script) => {
    const before = digestOf(world.workspace)
    const found = await keeping(world, script)
    expect(found.kept).toMatchObject({ kind: 'kept' })
    expect(digestOf(world.workspace)).toBe(before)
    const real = await twin.sh(script)
    await twin.rest()
    expect(await applyKept(world)).toEqual({ kind: 'applied' })
    expect(treeOf(world.workspace)).toEqual(treeOf(twin.workspace))
    expect(real).toMatchObject({ exitCode: (found.result as { exitCode: number }).exitCode })
    await letGo(world)
    expect(copies()).toEqual([])
    isClear()
  })

  test('a folder beyond the session, and only what was shown there', async () => {
    const found = await keeping(world, `rm ${world.outside}/far; echo n > ${world.outside}/n`, {
      beyond: [world.outside],
    })
    expect(found.kept).toMatchObject({ kind: 'kept' })
    expect(await applyKept(world)).toEqual({ kind: 'applied' })
    expect(readdirSync(world.outside)).toEqual(['n'])
    isClear()
  })

  test('a part of it: what is left out stays as it is, with what is below', async () => {
    await keeping(world, 'rm b; echo more >> a; mkdir -p n/m; echo 1 > n/f; echo 2 > n/m/g; mv c d')
    const left = ['b', 'n/m', 'd'].map(at)
    expect(await applyKept(world, left)).toEqual({ kind: 'applied' })
    expect(readFileSync(at('a'), 'utf8')).toBe('a\nmore\n')
    expect([readdirSync(at('n')), existsSync(at('b')), existsSync(at('c')), existsSync(at('d'))]).toEqual([
      ['f'],
      true,
      true,
      false,
    ])
    isClear()
  })

  test('what moved into a folder that is left out stays where it was', async () => {
    await keeping(world, 'mkdir -p n/m; mv c n/m/d; mv tree n/tree; rm b')
    const before = treeOf(world.workspace)
    expect(await applyKept(world, [at('n')])).toEqual({ kind: 'applied' })
    const { '/b': _, ...rest } = before
    expect(treeOf(world.workspace)).toEqual(rest)
    isClear()
  })

  const meanwhile: readonly (readonly [string, string, () => void])[] = [
    ['a file that is written to', 'echo more >> a; rm b', () => writeFileSync(at('a'), 'ours\n')],
    ['a file of the same size', 'echo more >> a; rm b', () => writeFileSync(at('a'), 'z\n')],
    ['a file that is exchanged', 'rm b; echo more >> a', () => (renameSync(at('c'), at('a')), undefined)],
    ['a file in a tree that goes', 'rm b; rm -r tree', () => writeFileSync(at('tree/deep/two'), 'new!\n')],
    ['a new file in a tree that goes', 'rm b; rm -r tree', () => writeFileSync(at('tree/deep/more'), '')],
    ['something where nothing was', 'rm b; echo > n', () => mkdirSync(at('n'))],
    ['a link where nothing was', 'rm b; echo > n', () => symlinkSync(join(world.outside, 'far'), at('n'))],
    ['a mode', 'rm b; chmod 600 a', () => chmodSync(at('a'), 0o666)],
    ['a file that is gone', 'rm b; echo more >> a', () => rmSync(at('a'))],
    [
      'a folder that is a link by then',
      'rm b; echo > tree/new; rm tree/one',
      () => {
        renameSync(at('tree'), join(world.outside, 'tree'))
        symlinkSync(join(world.outside, 'tree'), at('tree'))
      },
    ],
    [
      'a folder that is another one by then',
      'rm b; echo > tree/new',
      () => {
        renameSync(at('tree'), at('old'))
        mkdirSync(at('tree'))
      },
    ],
    [
      'a folder further up that is a link by then',
      'rm b; echo > tree/deep/new',
      () => {
        renameSync(at('tree'), join(world.outside, 'tree'))
        symlinkSync(join(world.outside, 'tree'), at('tree'))
      },
    ],
  ]
  test.each(meanwhile)('%s meanwhile is told, and nothing is done', async (_, script, change) => {
    expect((await keeping(world, script)).kept).toMatchObject({ kind: 'kept' })
    change()
    const before = digestOf(world.workspace, world.outside)
    expect(await applyKept(world)).toMatchObject({
      kind: 'changed',
      paths: [expect.stringContaining(world.workspace)],
    })
    expect(digestOf(world.workspace, world.outside)).toBe(before)
    isClear()
    await letGo(world)
    expect(copies()).toEqual([])
  })

  const part = 'ref: refs/heads/x\n'
  test.each([
    ['with what lies there', 'mkdir e/objects e/refs'],
    ['with what lies there, deeper', 'mkdir -p e/n/refs; mkdir e/objects; mkdir e/refs; echo 1 > e/n/f'],
    ['inside of another', 'mkdir -p .git/refs/e/objects .git/refs/e/refs; echo ref: x > .git/refs/e/HEAD'],
    ['as a pointer inside of another', 'mkdir .git/refs/e; echo gitdir: /elsewhere > .git/refs/e/.git'],
    ['as a worktree inside of another', 'mkdir .git/refs/e; echo /elsewhere > .git/refs/e/commondir'],
  ])('no repository comes to be %s', async (_, script) => {
    for (const folder of ['e', '.git', '.git/objects', '.git/refs']) mkdirSync(at(folder))
    for (const file of ['e/HEAD', '.git/HEAD']) writeFileSync(at(file), part)
    writeFileSync(at('e/config'), '[core]\nfsmonitor = bad\n')
    own(world.workspace, world.workspace)
    const { kept } = await keeping(world, script)
    expect(kept).toMatchObject({ kind: 'not-kept', because: 'guarded' })
  })

  test('what became the rest of a repository meanwhile is told, and nothing is done', async () => {
    mkdirSync(at('e'))
    own(world.workspace, world.workspace)
    expect((await keeping(world, 'mkdir e/objects e/refs')).kept).toMatchObject({ kind: 'kept' })
    writeFileSync(at('e/HEAD'), part)
    expect(await applyKept(world)).toEqual({ kind: 'changed', paths: [at('e')] })
    expect(readdirSync(at('e'))).toEqual(['HEAD'])
    isClear()
  })

  test('a file with rights that its mode does not say is not made another one, which would give its group these', async () => {
    // What a list of access is to the kernel: nobody of its group, one other user.
    const entry = (tag: number, rights: number, id = 0xffffffff) => [tag, rights, id & 0xffff, id >>> 16]
    const list = [2, 0, entry(1, 6), entry(2, 6, 1), entry(4, 0), entry(16, 6), entry(32, 0)].flat()
    const hex = Buffer.from(Uint16Array.from(list).buffer).toString('hex')
    const set = `import os, sys; os.setxattr(sys.argv[1], 'system.posix_acl_access', bytes.fromhex('${hex}'))`
    writeFileSync(at('two\nlines'), 'x')
    own(world.workspace, world.workspace)
    const script = 'echo n > b; echo more >> "two\nlines"; echo more >> a'
    expect((await keeping(world, script)).kept).toMatchObject({ kind: 'kept' })
    await letGo(world)
    execFileSync('python3', ['-c', set, at('a')])
    expect(lstatSync(at('a')).mode & 0o777).toBe(0o660)
    expect((await keeping(world, script)).kept).toEqual({
      kind: 'not-kept',
      because: 'special',
      path: at('a'),
    })
    expect((await keeping(world, 'rm a; echo n > b')).kept).toMatchObject({ kind: 'kept' })
  })

  test('what git itself puts into a repository is put in place', async () => {
    for (const folder of ['.git', '.git/objects', '.git/refs']) mkdirSync(at(folder))
    writeFileSync(at('.git/HEAD'), part)
    own(world.workspace, world.workspace)
    const script =
      'mkdir -p .git/refs/remotes/origin .git/objects/ab; echo ref: x > .git/refs/remotes/origin/HEAD; : > .git/objects/ab/c'
    expect((await keeping(world, script)).kept).toMatchObject({ kind: 'kept' })
    expect(await applyKept(world)).toEqual({ kind: 'applied' })
    expect(existsSync(at('.git/refs/remotes/origin/HEAD'))).toBe(true)
  })

  test('it is put in place once, and never when it was let go', async () => {
    await keeping(world, 'echo n > n')
    expect(await applyKept(world)).toEqual({ kind: 'applied' })
    rmSync(at('n'))
    expect(await applyKept(world)).toMatchObject({ kind: 'failed' })
    await letGo(world)
    await keeping(world, 'echo n > n')
    await letGo(world)
    expect(await applyKept(world)).toMatchObject({ kind: 'failed' })
    expect([existsSync(at('n')), copies()]).toEqual([false, []])
  })

  test('another set of changes has another id, the same one too when it is read again', async () => {
    const first = (await keeping(world, 'echo n > n')).kept
    await letGo(world)
    const second = (await keeping(world, 'echo m > n')).kept
    await letGo(world)
    expect(first).not.toEqual(second)
  })

  test.each([0o555, 0o000])(
    'what may not be written beside is told, and nothing is done: %o',
    async (mode) => {
      if (user === 'root') return
      await keeping(world, 'rm b; echo > tree/n; mkdir -p m')
      chmodSync(at('tree'), mode)
      const before = treeOf(world.workspace)
      expect(await applyKept(world)).toMatchObject({
        kind: 'failed',
        reason: expect.stringContaining('EACCES') as string,
      })
      expect(treeOf(world.workspace)).toEqual(before)
      isClear()
    },
  )

  test('who owns a file is who it is for', async () => {
    await keeping(world, 'echo > n; mkdir m; echo > m/f')
    await applyKept(world)
    const { uid, gid } = lstatSync(world.workspace)
    for (const name of ['n', 'm', 'm/f']) expect(lstatSync(at(name))).toMatchObject({ uid, gid })
  })
})
