import { execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lstatSync,
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
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildChild } from '../../fakes/build-child'
import { processesWith } from '../../fakes/processes-with'
import { keepingIn, untilKept } from './keeping'

let [bundled, program] = ['', '']
// The rows have one place: what is kept of a folder is kept under its path.
const base = realpathSync(mkdtempSync('/var/tmp/cs-editkill-'))
const folder = join(base, 'work')
const copies = realpathSync(mkdtempSync('/var/tmp/cs-editkillkept-'))
const problems: unknown[] = []

beforeAll(async () => {
  bundled = mkdtempSync('/var/tmp/cs-editkillchild-')
  program = await buildChild(join(import.meta.dirname, 'keeping-child.ts'), bundled)
})
afterAll(() => {
  for (const each of [bundled, base, copies]) rmSync(each, { recursive: true, force: true })
})
beforeEach(() => {
  for (const each of readdirSync(base)) rmSync(join(base, each), { recursive: true, force: true })
  for (const each of [folder, join(base, 'state')]) mkdirSync(each)
})
afterEach(() => {
  expect(problems.splice(0)).toEqual([])
})

const storeFolder = (): string => {
  const all = join(base, 'state/checkpoints')
  return join(all, readdirSync(all).find((name) => name !== 'tidied') ?? '')
}
/** Makes what several rows begin with once; whoever comes later gets a copy of the folder and of what is kept. */
async function begunWith(name: string, make: () => Promise<void>): Promise<void> {
  const copy = join(copies, name)
  if (!existsSync(copy)) {
    await make()
    execFileSync('cp', ['-a', base, copy])
    return
  }
  execFileSync('cp', ['-a', `${copy}/.`, base])
  // It is the same folder to whoever goes on.
  const of = join(storeFolder(), 'of')
  if (existsSync(of)) writeFileSync(of, `${String(statSync(folder).ino)}\n`)
}

const place = () => ({ sessionId: 's-1', cwd: folder })
const put = (files: Readonly<Record<string, string>>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}
/** Every file of the folder with its text. */
const files = (): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
const beside = (): readonly string[] => readdirSync(folder).filter((name) => name.startsWith('.countersign-'))

const before = { 'a/one': 'old', 'a/two': 'old', 'b/one': 'old', 'b/two': 'old', 'c/one': 'old' }
const after = { 'a/one': 'new', 'a/two': 'new', 'b/one': 'new', 'b/two': 'new', 'c/one': 'new' }
const made = { 'made/one': 'made', 'made/two': 'made' }

/** A turn that changes five files, removes one and makes two, and does more. */
const aTurn = (more?: typeof rightsOfOne): Promise<void> =>
  begunWith(more ? 'turn-with-rights' : 'turn', () => takeTurn(more))

async function takeTurn(more?: () => void): Promise<void> {
  put({ ...before, 'c/gone': 'old' })
  if (more) {
    put({ kept: 'old' })
    chmodSync(join(folder, 'kept'), 0o600)
  }
  const engine = keepingIn(base, problems)
  const turn = engine.follow({ ...place(), turnNumber: 1 })
  await turn.begun
  put({ ...after, ...made })
  rmSync(join(folder, 'c/gone'))
  more?.()
  turn.end()
  await untilKept(base, 's-1', 1)
  await engine.close()
}

const rightsOfOne = (): void => {
  chmodSync(join(folder, 'kept'), 0o644)
}

/** Such a turn, and its undo, which is killed there. */
const undoKilledAt = (move: Parameters<typeof killedAt>[1], more?: typeof rightsOfOne): Promise<void> =>
  begunWith(`${more ? 'rights' : 'plain'}-${String(move)}`, async () => {
    await aTurn(more)
    await killedAt('undo', move)
  })

/** Does it in a process of its own, which is killed when it is about to move files for the so-manieth time, or when this note is written. */
async function killedAt(
  what: 'undo' | 'mend',
  move: number | 'restoring' | 'opened' | 'theirs',
): Promise<void> {
  const shim = join(base, 'shim')
  const [count, waits] = ['moves', 'waits'].map((name) => join(base, 'state/checkpoints', name))
  rmSync(shim, { recursive: true, force: true })
  for (const each of [count, waits]) rmSync(each ?? '', { force: true })
  mkdirSync(shim)
  writeFileSync(
    join(shim, 'mv'),
    `#!/bin/sh
case $1 in
  --|-n) echo >> "$GIT_DIR/moves" ;;
  *) /bin/mv "$@"; [ "\${2##*/}" = "${String(move)}" ] || exit 0; : > "$GIT_DIR/waits"; sleep 100 ;;
esac
if [ "$(wc -l < "$GIT_DIR/moves")" -gt ${typeof move === 'number' ? String(move) : '1000'} ]; then : > "$GIT_DIR/waits"; sleep 100; fi
exec /bin/mv "$@"
`,
    { mode: 0o755 },
  )
  const git = join(storeFolder(), 'git')
  for (const name of ['moves', 'waits']) rmSync(join(git, name), { force: true })
  const env = { ...process.env, PATH: `${shim}:${process.env.PATH ?? ''}` }
  const child = spawn(process.execPath, [program, base, what], { stdio: 'ignore', env })
  await expect.poll(() => existsSync(join(git, 'waits')), { timeout: 120_000 }).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => processesWith(join(base, 'state/checkpoints'))).toEqual([])
}

/** What the next engine makes of it, and what it says was left. */
async function next(): Promise<readonly string[]> {
  const engine = keepingIn(base, problems)
  await engine.mendLeft()
  const left = await engine.leftBefore(folder)
  expect(await engine.leftBefore(folder)).toEqual([])
  expect((await engine.look(place(), 'undo')).kind).toBe('ready')
  await engine.close()
  return left.toSorted()
}

// The moves of this undo: aside of made, a, b, c; into c, a, b, c.
const asideOfB = 2
const intoB = 6

test(
  'what was edited, made or removed after an undo was killed stays, and is named; the rest is as before the undo',
  { timeout: 240_000 },
  async () => {
    await undoKilledAt(intoB)
    expect(files()).toMatchObject({ 'a/one': 'old', 'a/two': 'old', 'c/gone': 'old' })
    expect([existsSync(join(folder, 'b/one')), existsSync(join(folder, 'made/one'))]).toEqual([false, false])
    put({ 'a/one': 'mine', 'b/one': 'mine', 'made/one': 'mine' })
    rmSync(join(folder, 'a/two'))
    const [stage = ''] = beside()
    expect(await next()).toEqual([`${stage}/`, 'a/one', 'a/two', 'b/one', 'made/one'])
    // What lay there before the undo is lost nowhere.
    expect(files()).toEqual({
      ...{ 'a/one': 'mine', 'b/one': 'mine', 'b/two': 'new', 'c/one': 'new' },
      ...{ 'made/one': 'mine', 'made/two': 'made' },
      [`${stage}/old/a/one`]: 'new',
      [`${stage}/old/a/two`]: 'new',
      [`${stage}/old/b/one`]: 'new',
      [`${stage}/old/made/one`]: 'made',
    })
  },
)

// The moves of this undo: aside of those in the folder itself and in ro, into both.
test.each(['opened', 1, 3] as const)(
  'an undo that had opened folders to their owner closes them again where it is killed, and can then be done (%s)',
  { timeout: 240_000 },
  async (move) => {
    const changed = ['', 'ro'].map((name) => join(folder, name))
    const modes = (): readonly number[] => changed.map((path) => lstatSync(path).mode & 0o7777)
    put({ one: 'old', 'ro/f': 'old' })
    const engine = keepingIn(base, problems)
    const turn = engine.follow({ ...place(), turnNumber: 1 })
    await turn.begun
    put({ one: 'new', 'ro/f': 'new' })
    for (const path of changed) chmodSync(path, 0o555)
    turn.end()
    await untilKept(base, 's-1', 1)
    await killedAt('undo', move)
    if (move !== 'opened') expect(modes()).toEqual([0o755, 0o755])
    expect(await next()).toEqual([])
    expect([files(), modes(), beside()]).toEqual([{ one: 'new', 'ro/f': 'new' }, [0o555, 0o555], []])
    await engine.restore(place(), { way: 'undo', turnNumber: 1, sinceToo: false })
    await engine.close()
    // What the folder itself is was never kept.
    expect([files(), modes(), beside()]).toEqual([{ one: 'old', 'ro/f': 'old' }, [0o555, 0o755], []])
  },
)

test(
  'what got other rights after an undo was killed keeps them, is named, and stops nothing',
  { timeout: 240_000 },
  async () => {
    await undoKilledAt(intoB)
    chmodSync(join(folder, 'a/one'), 0o600)
    const [stage = ''] = beside()
    expect(await next()).toEqual([`${stage}/`, 'a/one'])
    expect(files()).toEqual({ ...after, ...made, 'a/one': 'old', [`${stage}/old/a/one`]: 'new' })
    expect(lstatSync(join(folder, 'a/one')).mode & 0o777).toBe(0o600)
  },
)

test(
  'an undo of rights alone that is killed before it has moved anything is taken back whole',
  { timeout: 240_000 },
  async () => {
    await undoKilledAt(0, rightsOfOne)
    expect(await next()).toEqual([])
    expect([files(), beside()]).toEqual([{ ...after, ...made, kept: 'old' }, []])
    expect(lstatSync(join(folder, 'kept')).mode & 0o777).toBe(0o644)
  },
)

test.each([
  ['had not come to it yet', 0],
  ['had made nothing yet', 'restoring'],
] as const)(
  'what was removed after an undo was killed that %s does not come back, and is named',
  { timeout: 240_000 },
  async (_, move) => {
    await undoKilledAt(move)
    expect(files()).toMatchObject({ ...after, ...made })
    for (const each of ['a/one', 'made/one']) rmSync(join(folder, each))
    expect(await next()).toEqual(['a/one', 'made/one'])
    expect([files(), beside()]).toEqual([
      { 'a/two': 'new', 'b/one': 'new', 'b/two': 'new', 'c/one': 'new', 'made/two': 'made' },
      [],
    ])
  },
)

test.each([
  ['a link', (at: string) => symlinkSync('../elsewhere', at)],
  ['a link in the folder', (at: string) => symlinkSync('c', at)],
  ['a file', (at: string) => writeFileSync(at, 'mine')],
])(
  '%s that somebody put in the place of a folder after an undo was killed stays; nothing is written behind it, and the next start goes on',
  { timeout: 240_000 },
  async (_, putAt) => {
    await undoKilledAt(intoB)
    mkdirSync(join(base, 'elsewhere'))
    rmSync(join(folder, 'b'), { recursive: true, force: true })
    putAt(join(folder, 'b'))
    const [stage = ''] = beside()
    expect((await next()).toSorted()).toEqual([`${stage}/`, 'b/one', 'b/two'])
    expect(readdirSync(join(base, 'elsewhere'))).toEqual([])
    expect(lstatSync(join(folder, 'b')).isDirectory()).toBe(false)
    expect(files()).toMatchObject({
      ...{ 'a/one': 'new', 'a/two': 'new', 'c/one': 'new', 'made/one': 'made', 'made/two': 'made' },
      ...{ [`${stage}/old/b/one`]: 'new', [`${stage}/old/b/two`]: 'new' },
    })
  },
)

test(
  'one that is killed while it moves aside, edited, and killed again while it is taken back, loses nothing',
  { timeout: 240_000 },
  async () => {
    await undoKilledAt(asideOfB)
    expect([existsSync(join(folder, 'a/one')), existsSync(join(folder, 'made/one'))]).toEqual([false, false])
    put({ 'a/one': 'mine', 'b/one': 'mine' })
    await killedAt('mend', 1)
    put({ 'b/two': 'mine' })
    const [stage = ''] = beside()
    expect(await next()).toEqual([`${stage}/`, 'a/one', 'b/one', 'b/two'])
    expect(files()).toEqual({
      ...{ ...after, ...made, 'a/one': 'mine', 'b/one': 'mine', 'b/two': 'mine' },
      [`${stage}/old/a/one`]: 'new',
    })
  },
)

test(
  'a file of which an undo gives the rights alone is there when that is killed, and killed again at the end of its being taken back',
  { timeout: 240_000 },
  async () => {
    await undoKilledAt(7, rightsOfOne)
    await killedAt('mend', 'theirs')
    expect(await next()).toEqual([])
    expect([files(), beside()]).toEqual([{ ...after, ...made, kept: 'old' }, []])
    expect(lstatSync(join(folder, 'kept')).mode & 0o777).toBe(0o644)
  },
)

test(
  'an undo that is killed twice, whose folder beside somebody removed, is taken back from what is kept, killed in that as well',
  { timeout: 240_000 },
  async () => {
    await undoKilledAt(intoB)
    await killedAt('mend', 1)
    for (const each of beside()) rmSync(join(folder, each), { recursive: true })
    await killedAt('mend', 1)
    // What is made from there is for nobody else, also before it has its rights.
    expect(beside().map((each) => lstatSync(join(folder, each)).mode & 0o777)).toEqual([0o700])
    expect(await next()).toEqual([])
    expect(files()).toEqual({ ...after, ...made })
  },
)

test(
  'an undo that is killed twice and left alone is taken back whole, and can then be done',
  { timeout: 240_000 },
  async () => {
    await undoKilledAt(intoB)
    await killedAt('mend', 2)
    expect(await next()).toEqual([])
    expect(files()).toEqual({ ...after, ...made })
    const engine = keepingIn(base, problems)
    expect(await engine.restore(place(), { way: 'undo', turnNumber: 1, sinceToo: false })).toEqual({
      files: 8,
      left: [],
    })
    expect([files(), beside()]).toEqual([{ ...before, 'c/gone': 'old' }, []])
    await engine.close()
  },
)

test(
  'what is edited while an undo moves files stays, and nothing is undone',
  { timeout: 240_000 },
  async () => {
    await aTurn()
    const shim = join(base, 'shim')
    mkdirSync(shim)
    // Somebody writes a file between the look and the move, once.
    writeFileSync(
      join(shim, 'mv'),
      `#!/bin/sh
if mkdir "$GIT_DIR/raced" 2> /dev/null; then printf mine > ${join(folder, 'b/one')}; fi
exec /bin/mv "$@"
`,
      { mode: 0o755 },
    )
    const path = process.env.PATH
    process.env.PATH = `${shim}:${path ?? ''}`
    const engine = keepingIn(base, problems)
    const wish = { way: 'undo', turnNumber: 1, sinceToo: false } as const
    await expect(engine.restore(place(), wish)).rejects.toThrow(/changes just then/)
    process.env.PATH = path
    expect(await engine.leftBefore(folder)).toEqual(['b/one'])
    expect(files()).toEqual({ ...after, ...made, 'b/one': 'mine' })
    await engine.close()
  },
)

test.each(['', 'torn', 'x\n'.repeat(9)])(
  'a note of a restore that cannot be read (%j) stops nothing, and what lies beside is named',
  { timeout: 240_000 },
  async (text) => {
    await undoKilledAt(asideOfB)
    writeFileSync(join(storeFolder(), 'restoring'), text)
    const [stage = ''] = beside()
    expect(await next()).toEqual([`${stage}/`])
    expect(files()).toMatchObject({ 'b/one': 'new', 'c/one': 'new', [`${stage}/old/a/one`]: 'new' })
  },
)

test(
  'a folder that took the place of the one in which an undo was killed gets nothing of it, and what lies in that one is named',
  { timeout: 240_000 },
  async () => {
    await undoKilledAt(intoB)
    const [stage = ''] = beside()
    renameSync(folder, join(base, 'elsewhere'))
    mkdirSync(folder)
    put({ 'a/one': 'another', mine: 'mine' })
    expect(await next()).toEqual([`${stage}/`])
    expect(files()).toEqual({ 'a/one': 'another', mine: 'mine' })
    expect(readFileSync(join(base, 'elsewhere', stage, 'old/made/one'), 'utf8')).toBe('made')
  },
)

test('a note that leads out of the folder beside removes nothing there', { timeout: 240_000 }, async () => {
  await aTurn()
  mkdirSync(join(folder, '.countersign-undo.x'))
  const note = ['tree', 'tree', 'refs/turns/s-1/1/undone', 'undo', '', '.countersign-undo.x/../c', 'tree', '']
  writeFileSync(join(storeFolder(), 'placed'), note.join('\n'))
  expect(await next()).toEqual([])
  expect(files()).toEqual({ ...after, ...made })
})
