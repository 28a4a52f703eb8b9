import { execFileSync } from 'node:child_process'
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFactsReader } from '../../../../../../src/main/adapters/facts-fs/facts-reader'
import { readGitInfo } from '../../../../../../src/main/adapters/facts-fs/git-info'
import { lookAtPath } from '../../../../../../src/main/adapters/patch-files/look-at-path'
import { createReadLimits } from '../../../../../../src/main/adapters/sandbox-linux/protection/read-limits'

let base: string
const at = (name: string): string => join(base, name)
beforeEach(() => {
  // There is time enough.
  vi.useFakeTimers({ toFake: ['performance'] })
  base = realpathSync(mkdtempSync(join(tmpdir(), 'read-limits-')))
  for (const folder of ['home/.ssh/deep', 'home/.config/op', 'work', 'outside', 'state'])
    mkdirSync(at(folder), { recursive: true })
  for (const file of ['home/.netrc', 'home/.ssh/deep/key', 'home/.npmrc', 'work/x', 'outside/x', 'state/x'])
    writeFileSync(at(file), `text of ${file}`)
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(base, { recursive: true, force: true })
})

const limits = (looksOutside = false, more: { readable?: string[]; unreadable?: string[] } = {}) =>
  createReadLimits(
    { home: at('home'), engineHome: at('state'), unreadable: [], readable: [], ...more },
    () => looksOutside,
  )

const read = async (path: string, given = limits(), use: 'show' | 'judge' = 'show') => {
  const reading = createFactsReader(given).open({ budget: { ms: 5000, entries: 1000 }, roots: [at('work')] })
  const found = await reading.text(path, use)
  return found.kind === 'text' ? found.text : found.reason
}

const closed = 'lies in a place that commands may not read'
const outside = 'lies outside the workspace, so its text is not shown or sent'

test("inside, outside and closed, with and without the person's leave", async () => {
  const paths = ['work/x', 'outside/x', 'home/.netrc', 'home/.npmrc', 'home/.ssh/deep/key', 'state/x'].map(at)
  const all = (given: ReturnType<typeof limits>, use?: 'judge') =>
    Promise.all(paths.map((path) => read(path, given, use)))
  expect(await all(limits())).toEqual(['text of work/x', outside, closed, closed, closed, closed])
  expect(await all(limits(true))).toEqual([
    'text of work/x',
    'text of outside/x',
    closed,
    closed,
    closed,
    closed,
  ])
  expect(await all(limits(), 'judge')).toEqual([
    'text of work/x',
    'text of outside/x',
    closed,
    closed,
    closed,
    closed,
  ])
})

test('the settings for the sandbox are those for reading', async () => {
  writeFileSync(at('work/mine'), 'x')
  const given = limits(true, { readable: ['~/.netrc'], unreadable: [at('work/mine')] })
  expect([await read(at('home/.netrc'), given), await read(at('work/mine'), given)]).toEqual([
    'text of home/.netrc',
    closed,
  ])
})

test('a session that works in a closed place is closed in around, as in the sandbox', async () => {
  mkdirSync(at('state/project'))
  writeFileSync(at('state/project/x'), 'mine')
  const look = (path: string) => lookAtPath(at(path), 'follow', limits().judge([at('state/project')]))
  expect([await look('state/project/x'), await look('state/x')]).toMatchObject([
    { kind: 'file', text: 'mine' },
    { kind: 'refused', reason: 'may not be read' },
  ])
})

test('no other name of a closed file is a way to it', async () => {
  symlinkSync(at('home/.netrc'), at('work/link'))
  symlinkSync('link', at('work/link-to-link'))
  symlinkSync(at('home/.ssh'), at('work/folder'))
  linkSync(at('home/.netrc'), at('work/hard'))
  linkSync(at('home/.ssh/deep/key'), at('work/hard-in-folder'))
  linkSync(at('work/x'), at('work/harmless'))
  const names = ['work/link', 'work/link-to-link', 'work/folder/deep/key', 'work/hard', 'work/hard-in-folder']
  for (const name of names) expect([name, await read(at(name), limits(true))]).toEqual([name, closed])
  const odd = [`/proc/self/root${at('home/.netrc')}`, `${at('work')}/../home/.netrc`, `/${at('home/.netrc')}`]
  for (const path of odd) expect([path, await read(path, limits(true))]).toEqual([path, closed])
  for (const path of ['/proc/self/environ', '/proc/self/cmdline', '/sys/kernel/notes'])
    expect([path, await read(path, limits(true))]).toEqual([path, closed])
  expect(await read(at('work/harmless'))).toBe('text of work/x')
})

test('a closed folder that is mounted elsewhere stays closed', async () => {
  // What a bind mount shows has the same device and inode under a path of its own.
  const judge = limits(true).judge([at('work')])
  const { dev: device, ino: inode } = statSync(at('home/.netrc'))
  expect(await judge.standing({ realPath: at('work/elsewhere'), device, inode, links: 1 })).toBe('closed')
  expect(await judge.standing({ realPath: 'no absolute path', device: 1, inode: 1, links: 1 })).toBe('closed')
})

test("git's own files lead nowhere else", async () => {
  const setting = '[remote "origin"]\n\turl = https://planted.example/x\n'
  execFileSync('git', ['init', '--quiet', at('work/repo')])
  rmSync(at('work/repo/.git/config'))
  writeFileSync(at('outside/config'), setting)
  symlinkSync(at('outside/config'), at('work/repo/.git/config'))
  mkdirSync(at('outside/bare'))
  writeFileSync(at('outside/bare/config'), setting)
  writeFileSync(at('outside/bare/HEAD'), 'ref: refs/heads/planted\n')
  mkdirSync(at('work/pointed'))
  writeFileSync(at('work/pointed/.git'), `gitdir: ${at('outside/bare')}\n`)
  mkdirSync(at('work/linked'))
  symlinkSync(at('outside/bare'), at('work/linked/.git'))
  const infos = ['repo', 'pointed', 'linked'].map((name) => readGitInfo(at(`work/${name}`), limits()))
  expect(JSON.stringify(await Promise.all(infos))).not.toContain('planted')
})

test('a worktree names its repository and is named by it', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x', ...args], { cwd: at('outside') })
  git('init', '--quiet', '--initial-branch=main')
  git('commit', '--quiet', '--allow-empty', '--message', 'x')
  git('worktree', 'add', '--quiet', '-b', 'side', at('work/tree'))
  expect((await readGitInfo(at('work/tree'), limits()))?.branch).toBe('side')
})
