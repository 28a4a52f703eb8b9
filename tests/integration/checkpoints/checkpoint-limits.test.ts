import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { storeFolders } from '../../../src/main/adapters/checkpoint-store/store-folders'
import { createLinuxSandbox } from '../../../src/main/adapters/sandbox-linux/linux-sandbox'
import { createWorkspace } from '../../../src/main/adapters/workspace/workspace'
import { TurnCheckpoints } from '../../../src/main/core/checkpoints/turn-checkpoints'

let base = ''
let home = ''
let budget = { bytes: 1024 * 1024 * 1024, ageMs: 10 * 86_400_000 }
let kept: TurnCheckpoints
/** What is tried here is not how fast this machine is. */
let beginningMs = 240_000
const problems: unknown[] = []
const stores = (): string => join(home, 'checkpoints')

beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-kept-'))
  home = join(base, 'state')
  for (const each of ['one', 'other', 'state']) mkdirSync(join(base, each))
  budget = { bytes: 1024 * 1024 * 1024, ageMs: 10 * 86_400_000 }
  beginningMs = 240_000
  kept = new TurnCheckpoints({
    get beginningMs() {
      return beginningMs
    },
    sandbox: createLinuxSandbox(process.env.PATH, { home: base, engineHome: home }),
    workspace: createWorkspace({ PATH: process.env.PATH, HOME: base }),
    folders: storeFolders(home),
    log: { error: (text, error) => problems.push([text, error]) },
    clock: { now: () => Date.now() },
    budget: () => budget,
  })
})
afterEach(async () => {
  await kept.close()
  rmSync(base, { recursive: true, force: true })
  expect(problems.splice(0)).toEqual([])
})

const place = (sessionId: string, name = 'one') => ({ sessionId, cwd: join(base, name) })

/** A turn that writes a file that cannot be packed smaller. */
async function turn(at: ReturnType<typeof place>, turnNumber: number, bytes = 100_000): Promise<void> {
  const followed = kept.follow({ ...at, turnNumber })
  await followed.begun
  writeFileSync(join(at.cwd, `file-${String(turnNumber)}`), randomBytes(bytes))
  followed.end()
  await kept.look(at, 'undo') // what is kept of one folder is kept one after another
}

/** As if nobody had looked at, or made, anything for so many days. */
function age(days: number, below = stores()): void {
  const then = new Date(Date.now() - days * 86_400_000)
  for (const name of readdirSync(below, { recursive: true, encoding: 'utf8' }))
    utimesSync(join(below, name), then, then)
}
/** Bytes of all that is kept: what a folder itself takes is another matter on each file system. */
const size = (): number =>
  execFileSync('find', [stores(), '-type', 'f', '-printf', '%s\n'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .reduce((sum, bytes) => sum + Number(bytes), 0)

test('what is kept of a deleted session is forgotten, and of no other', async () => {
  await turn(place('s-1'), 1)
  await turn(place('s-2'), 1)
  await turn(place('s-10'), 1)
  await kept.forget(place('s-1'))
  const looks = await Promise.all(['s-1', 's-2', 's-10'].map((each) => kept.look(place(each), 'undo')))
  expect(looks.map(({ kind }) => kind)).toEqual(['nothing', 'ready', 'ready'])
})

test('what is older than the budget says is forgotten with its contents, of folders that are worked in and of others', async () => {
  await turn(place('s-1'), 1)
  await turn(place('s-2', 'other'), 1)
  rmSync(join(base, 'one/file-1'))
  age(11)
  const before = size()
  await turn(place('s-3'), 2, 10)
  await expect.poll(async () => (await kept.look(place('s-1'), 'undo')).kind).toBe('nothing')
  await expect.poll(() => readdirSync(stores()).length).toBe(2) // one store, and when they were tidied
  // git takes what lies beside something that is kept anew for younger than it is, and leaves it to the next time.
  age(1)
  await turn(place('s-3'), 3, 10)
  await expect.poll(size).toBeLessThan(before - 150_000)
  expect(await kept.look(place('s-3'), 'undo')).toMatchObject({ kind: 'ready' })
})

test('beyond the size the store that is longest unused goes first, then the oldest moments of the last', async () => {
  await turn(place('s-2', 'other'), 1)
  age(1, stores())
  for (let count = 1; count <= 8; count += 1) {
    await turn(place('s-1'), count, 200_000)
    rmSync(join(base, `one/file-${String(count)}`))
  }
  // All that was made until now may be pruned, and the other folder is in nobody's use.
  age(2)
  budget = { ...budget, bytes: 900_000 }
  await turn(place('s-1'), 9, 10)
  await expect.poll(() => readdirSync(stores()).length).toBe(2)
  await expect.poll(size).toBeLessThan(1_000_000)
  expect(await kept.look(place('s-1'), 'undo')).toMatchObject({ kind: 'ready', turnNumber: 9 })
  expect(existsSync(join(base, 'one/file-9'))).toBe(true)
})

test('what was left out when a turn began was not made by it, though it is left out no more', async () => {
  const where = place('s-1')
  const at = (name: string): string => join(where.cwd, name)
  const isThere = (name: string): boolean => existsSync(at(name))
  const during = async (turnNumber: number, work: () => void): Promise<unknown> => {
    const followed = kept.follow({ ...where, turnNumber })
    await followed.begun
    work()
    followed.end()
    const look = await kept.look(where, 'undo')
    return 'files' in look && look.files.map(({ path, becomes }) => `${becomes} ${path}`).toSorted()
  }
  const theirOwn = ['in', 'in [1]', 'in\n2']
  for (const folder of ['deep', ...theirOwn]) mkdirSync(at(folder))
  const theirs = ['.env', 'deep/a.log', ...theirOwn.map((name) => `${name}/file`)]
  for (const name of theirs) writeFileSync(at(name), 'mine')
  writeFileSync(at('.gitignore'), '.env\n')
  writeFileSync(at('deep/.gitignore'), '*.log\n')
  for (const name of theirOwn) execFileSync('git', ['init', '-q', at(name)])
  const found = await during(1, () => {
    writeFileSync(at('.gitignore'), 'other/\n')
    rmSync(at('deep/.gitignore'))
    writeFileSync(at('made'), 'new')
    for (const name of theirOwn) rmSync(at(`${name}/.git`), { recursive: true })
  })
  expect(found).toEqual(['changed .gitignore', 'made deep/.gitignore', 'removed made'])
  await kept.restore(where, { way: 'undo', turnNumber: 1, sinceToo: false })
  expect([...theirs, 'made'].filter(isThere)).toEqual(theirs)
  // From the next turn on it is known.
  expect(
    await during(2, () => {
      rmSync(at('in/file'))
    }),
  ).toEqual(['made in/file'])
})

test('nor was what somebody let in before it began, however it stands and whichever turns are taken back', async () => {
  const where = place('s-1')
  const at = (name: string): string => join(where.cwd, name)
  const during = async (turnNumber: number, work: () => void): Promise<void> => {
    const followed = kept.follow({ ...where, turnNumber })
    await followed.begun
    work()
    followed.end()
    await kept.look(where, 'undo')
  }
  const undo = (turnNumber: number) => kept.restore(where, { way: 'undo', turnNumber, sinceToo: false })
  const text = (name: string): string | false => existsSync(at(name)) && readFileSync(at(name), 'utf8')
  writeFileSync(at('.gitignore'), '*.log\n')
  mkdirSync(at('nested'))
  execFileSync('git', ['init', '-q', at('nested')])
  const theirs = ['my.log', 'over.log', 'nested/own', 'went.log']
  for (const name of theirs) writeFileSync(at(name), 'mine')
  await during(1, () => {
    writeFileSync(at('one'), 'new')
  })
  rmSync(at('.gitignore'))
  rmSync(at('nested/.git'), { recursive: true })
  await during(2, () => {
    writeFileSync(at('two'), 'new')
    writeFileSync(at('over.log'), 'theirs')
  })
  expect(await undo(2)).toEqual({ files: 1, left: [] })
  const asItIs = ['mine', 'theirs', 'mine', 'mine']
  expect([...theirs, 'two'].map(text)).toEqual([...asItIs, false])
  // It is kept from then on, and one that went before a turn began is that turn's when it comes again.
  rmSync(at('went.log'))
  await during(3, () => {
    rmSync(at('my.log'))
    writeFileSync(at('went.log'), 'new')
  })
  expect(await undo(3)).toEqual({ files: 2, left: [] })
  expect([...theirs, 'two'].map(text)).toEqual([...asItIs.slice(0, 3), false, false])
  // Only what the turns made goes, also with what was changed since.
  const rewind = { turnNumber: 1, acts: Infinity, sinceToo: true }
  await kept.rewind(where, rewind, { rewind: 'r', commit: () => Promise.resolve() })
  expect([...theirs, 'one'].map(text)).toEqual([...asItIs.slice(0, 3), false, false])
})

test.each([':!x', ':(icase)x', 'link/.gitignore/x'])(
  'so it is beside a name that git takes for more than one (%j)',
  async (odd) => {
    const where = place('s-1')
    const at = (name: string): string => join(where.cwd, name)
    mkdirSync(at('link'))
    symlinkSync('nowhere', at('link/.gitignore'))
    writeFileSync(at('.gitignore'), 'secret.env\n')
    writeFileSync(at('secret.env'), 'mine')
    const followed = kept.follow({ ...where, turnNumber: 1 })
    await followed.begun
    for (const name of ['.gitignore', 'link/.gitignore']) rmSync(at(name))
    mkdirSync(dirname(at(odd)), { recursive: true })
    writeFileSync(at(odd), 'new')
    followed.end()
    await kept.look(where, 'undo')
    await kept.restore(where, { way: 'undo', turnNumber: 1, sinceToo: false })
    expect([existsSync(at(odd)), readFileSync(at('secret.env'), 'utf8')]).toEqual([false, 'mine'])
  },
)

test('what came in a turn and is not kept is named by its undo: rules that leave out themselves, and names of .git', async () => {
  const where = place('s-1')
  const at = (name: string): string => join(where.cwd, name)
  const put = (...names: readonly string[]): void => {
    for (const name of names) {
      mkdirSync(dirname(at(name)), { recursive: true })
      writeFileSync(at(name), '*\n')
    }
  }
  put('mine', 'before/.gitignore', 'plain/.gIt', 'plain/mine')
  const followed = kept.follow({ ...where, turnNumber: 1 })
  await followed.begun
  rmSync(at('mine'))
  put('plain/.GIT', 'venv/.gitignore', 'venv/lib/f', '.gitignore')
  followed.end()
  await kept.look(where, 'undo')
  expect(await kept.restore(where, { way: 'undo', turnNumber: 1, sinceToo: false })).toMatchObject({
    left: [],
    unkept: ['.gitignore', 'plain/.GIT', 'venv/.gitignore'],
  })
})

test('so are repositories in which something changed, closed folders and pipes, and none from before', async () => {
  const where = place('s-1')
  const at = (name: string): string => join(where.cwd, name)
  writeFileSync(at('mine'), 'x')
  execFileSync('mkfifo', [at('pipe')])
  for (const each of ['theirs', 'theirs-changed']) execFileSync('git', ['init', '-q', at(each)])
  mkdirSync(at('kept/below'), { recursive: true })
  writeFileSync(at('kept/below/file'), 'x')
  const followed = kept.follow({ ...where, turnNumber: 1 })
  await followed.begun
  rmSync(at('mine'))
  mkdirSync(at('sub'))
  mkdirSync(at('sub/shut'), { mode: 0o000 })
  execFileSync('mkfifo', [at('sub/pipe')])
  execFileSync('git', ['init', '-q', at('cloned')])
  mkdirSync(at('theirs-changed/deep'))
  chmodSync(at('kept'), 0o600)
  followed.end()
  await kept.look(where, 'undo')
  expect(await kept.restore(where, { way: 'undo', turnNumber: 1, sinceToo: false })).toMatchObject({
    unkept: ['cloned/', 'sub/pipe', 'sub/shut/', 'theirs-changed/'],
  })
})

test('whether a folder was not kept in time is told', async () => {
  const where = place('s-1')
  const followed = kept.follow({ ...where, turnNumber: 1 })
  beginningMs = 0
  const slow = kept.follow({ ...where, turnNumber: 2 })
  beginningMs = 240_000
  const over = new AbortController()
  const ended = kept.follow({ ...where, turnNumber: 3, signal: over.signal })
  over.abort()
  const told = [followed, slow, ended].map(({ begun, late }) => Promise.all([begun, late]))
  expect(await Promise.all(told)).toEqual([
    [true, false],
    [false, true],
    [false, false],
  ])
})

test('a file whose place something took that is none is named, and nothing is done there', async () => {
  const where = place('s-1')
  const pipe = join(where.cwd, 'pipe')
  writeFileSync(pipe, 'mine')
  const followed = kept.follow({ ...where, turnNumber: 1 })
  await followed.begun
  rmSync(pipe)
  execFileSync('mkfifo', [pipe])
  writeFileSync(join(where.cwd, 'made'), 'new')
  followed.end()
  expect(await kept.look(where, 'undo')).toMatchObject({ files: [{ path: 'made' }], tooLarge: ['pipe'] })
})
