import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import {
  lastingRootProblems,
  settlePolicy as settle,
  withRealRoots,
} from '../../../../../../src/main/adapters/sandbox-linux/protection/settle-policy'
import { fakeEngine } from '../../../../../fakes/fake-world'

let base: string
let home: string
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-roots-')))
  home = join(base, 'users/me')
  mkdirSync(join(home, 'cache'), { recursive: true })
  writeFileSync(join(base, 'file'), '')
  symlinkSync(join(home, 'cache'), join(base, 'link'))
  symlinkSync(home, join(base, 'to-home'))
  symlinkSync(join(base, 'round'), join(base, 'round'))
  symlinkSync(join(base, 'gone'), join(base, 'dangling'))
})
afterAll(() => {
  rmSync(base, { recursive: true, force: true })
})

/** The policy as a session in some project has it. */
const settlePolicy = (each: SandboxPolicy, home: string): SandboxPolicy =>
  settle(each, join(home, 'cache'), { home, engineHome: undefined })
const policy = (...roots: string[]): SandboxPolicy =>
  SandboxPolicy.parse({ mode: 'workspace-write', writable_roots: roots })
const expected = 'expected the absolute path of an existing folder'

test.each([
  ['relative', () => 'cache', 'is not an absolute path'],
  ['written with a tilde', () => '~/cache', 'is not an absolute path'],
  ['empty', () => '', 'is not an absolute path'],
  ['with NUL', () => '/tmp\0/x', 'contains NUL'],
  ['missing', () => join(base, 'gone'), 'does not exist'],
  ['a file', () => join(base, 'file'), 'is not a folder'],
  ['a link to nothing', () => join(base, 'dangling'), 'does not exist'],
  ['a looping link', () => join(base, 'round'), 'leads round in a circle'],
  ['the root', () => '/', 'is the whole file system'],
  ['the root by another way', () => '/usr/..', 'is the whole file system'],
  ["the kernel's", () => '/proc/self', "in the kernel's own file systems"],
  ['the home folder', () => home, 'is the home folder or holds it'],
  ['a link to the home folder', () => join(base, 'to-home'), 'is the home folder or holds it'],
  ['a folder that holds the home folder', () => join(base, 'users'), 'is the home folder or holds it'],
])('a root that is %s is refused, with what was expected', (_, root, problem) => {
  const refused = () => settlePolicy(policy(join(home, 'cache'), root()), home)
  expect(refused).toThrow(problem)
  expect(refused).toThrow(expected)
})

test('a root is kept by its real path, so that a link turned elsewhere later opens nothing', () => {
  const settled = settlePolicy(
    policy(join(base, 'link'), join(home, 'cache'), `${base}/users/../users/me/cache/`),
    home,
  )
  expect(settled).toEqual(policy(join(home, 'cache')))
})

test('the configured policy names real folders, and keeps what is none as it is written', () => {
  const gone = join(base, 'gone')
  expect(withRealRoots(policy(join(base, 'link'), gone))).toEqual(policy(join(home, 'cache'), gone))
})

test('policies without roots stay as they are', () => {
  for (const mode of ['read-only', 'danger-full-access'])
    expect(settlePolicy(SandboxPolicy.parse({ mode }), home)).toEqual(SandboxPolicy.parse({ mode }))
})

test('what no later moment can mend is said where it is configured, and nothing else', () => {
  const roots = ['cache', '/', home, '/home/\0', join(base, 'gone'), join(base, 'link')]
  expect(lastingRootProblems(policy(...roots), home).map((line) => line.replace(/; expected.*/, ''))).toEqual(
    [
      'writable root "cache" is not an absolute path',
      'writable root "/" is the home folder or holds it, which would open everything that is kept there',
      `writable root "${home}" is the home folder or holds it, which would open everything that is kept there`,
      'writable root "/home/\u{fffd}" contains NUL',
    ],
  )
})

test('a session is not made with a bad root, and keeps its policy when it is given one', async () => {
  const { engine } = fakeEngine({ settlePolicy: (each) => settlePolicy(each, home) })
  const bad = policy(join(base, 'gone'))
  await expect(engine.createSession({ cwd: '/work', sandboxPolicy: bad })).rejects.toThrow('does not exist')
  const session = await engine.createSession({ cwd: '/work', sandboxPolicy: policy(join(base, 'link')) })
  expect(session.sandboxPolicy).toEqual(policy(join(home, 'cache')))
  await expect(engine.configureSession(session.id, { sandboxPolicy: bad })).rejects.toThrow(expected)
  await expect(engine.startTurn(session.id, 'go', { sandboxPolicy: bad })).rejects.toThrow(expected)
  expect((await engine.openSession(session.id)).session).toEqual(session)
})

test.each<[string, () => string, string]>([
  ['the home folder', () => home, 'is the home folder or holds it'],
  ['a link to it', () => join(base, 'to-home'), 'is the home folder or holds it'],
  ['a folder that holds it', () => join(base, 'users'), 'is the home folder or holds it'],
  ['the whole file system', () => '/', 'is the whole file system'],
  ["the kernel's", () => '/proc', "in the kernel's own file systems"],
  ["the engine's own folder", () => join(base, 'own'), 'keeps its records, configuration and keys'],
])('a session that may write in %s is refused, wherever it comes from', async (_, folder, problem) => {
  mkdirSync(join(base, 'own'), { recursive: true })
  const own = { home, engineHome: join(base, 'own') }
  const { engine } = fakeEngine({ settlePolicy: (each, at) => settle(each, at, own) })
  const cwd = folder()
  const refused = [
    problem,
    /expected one below the home folder or outside of it, or a session that only reads/,
  ]
  for (const words of refused) {
    await expect(engine.createSession({ cwd })).rejects.toThrow(words)
    const session = await engine.createSession({ cwd: join(home, 'cache') })
    await expect(engine.configureSession(session.id, { cwd })).rejects.toThrow(words)
    await expect(engine.startTurn(session.id, 'go', { cwd })).rejects.toThrow(words)
  }
  const open = await engine.createSession({ cwd, sandboxMode: 'danger-full-access' })
  for (const change of [{ sandboxMode: 'workspace-write' as const }, { sandboxPolicy: policy() }])
    await expect(engine.configureSession(open.id, change)).rejects.toThrow(problem)
  if (!cwd.endsWith('own'))
    expect((await engine.createSession({ cwd, sandboxMode: 'read-only' })).cwd).toBe(cwd)
})

test('a home folder that is missing, or that is the root of a small system, refuses no project', () => {
  for (const none of ['/', '/nonexistent', join(base, 'gone')])
    expect(settle(policy(), join(home, 'cache'), { home: none, engineHome: none })).toEqual(policy())
})

test('a folder that is gone is not to be mended by another mode', () => {
  const folder = join(base, 'no-project')
  const fault = {
    code: 'bad-request',
    message: `The folder ${folder} does not exist.`,
    remedy: 'Put it back where it was, or begin a session in another folder.',
  }
  expect(() => settle(policy(), folder, { home, engineHome: undefined })).toThrow(
    expect.objectContaining({ fault }),
  )
})

test("a folder with a link by which the engine's own one is reached is refused, however far round", () => {
  const folder = (name: string) => join(base, 'linked', name)
  for (const name of ['work', 'other', 'real/state']) mkdirSync(folder(name), { recursive: true })
  symlinkSync(folder('real/state'), folder('work/state'))
  symlinkSync('../real', folder('work/up'))
  symlinkSync(folder('work/state'), folder('other/round'))
  const refused = (engineHome: string, work = 'work') =>
    settle(policy(), folder(work), { home, engineHome: folder(engineHome) })
  for (const [engineHome, link] of [
    ['work/state', 'state'],
    ['work/up/state', 'up'],
    ['other/round', 'state'],
    ['other/../work/./state/', 'state'],
  ] as const)
    expect(() => refused(engineHome)).toThrow(
      `holds the link ${folder('work')}/${link}, by which Countersign's own folder is reached`,
    )
  expect([refused('real/state'), refused('work/state', 'other')]).toEqual([policy(), policy()])
})
