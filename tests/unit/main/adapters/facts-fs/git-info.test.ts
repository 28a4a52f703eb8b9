import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readGitInfo } from '../../../../../src/main/adapters/facts-fs/git-info'
import { fakeReadLimits } from '../../../../fakes/read-limits'

let root: string
const at = (...names: string[]): string => join(root, ...names)

function git(...args: string[]): string {
  const who = {
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  const env = { PATH: process.env.PATH, HOME: root, GIT_CONFIG_NOSYSTEM: '1', ...who }
  return execFileSync('git', args, {
    cwd: at('work'),
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()
}

beforeEach(() => {
  // There is time enough.
  vi.useFakeTimers({ toFake: ['performance'] })
  root = mkdtempSync(join(tmpdir(), 'cs-git-info-'))
  mkdirSync(at('work', 'deep'), { recursive: true })
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(root, { recursive: true })
})

/** A repository with one commit on main; gives back the commit. */
function repository(): string {
  git('init', '-q', '-b', 'main')
  git('commit', '-q', '--allow-empty', '-m', 'x')
  return git('rev-parse', 'HEAD')
}

test('a folder in no repository has none', async () => {
  expect(await readGitInfo(at('work'), fakeReadLimits())).toBeUndefined()
})

test('a repository without a commit has a branch and nothing else', async () => {
  git('init', '-q', '-b', 'main')
  expect(await readGitInfo(at('work', 'deep'), fakeReadLimits())).toEqual({ branch: 'main' })
})

test('commit, branch and origin, from any folder in it, from loose and from packed refs', async () => {
  const commit = repository()
  git('checkout', '-q', '-b', 'fix/one')
  git('remote', 'add', 'origin', 'https://example.org/a.git')
  const info = { commit, branch: 'fix/one', repositoryUrl: 'https://example.org/a.git' }
  expect(await readGitInfo(at('work', 'deep'), fakeReadLimits())).toEqual(info)
  git('pack-refs', '--all')
  expect(existsSync(at('work', '.git', 'refs', 'heads', 'fix', 'one'))).toBe(false)
  expect(await readGitInfo(at('work'), fakeReadLimits())).toEqual(info)
})

test('a detached head has a commit and no branch', async () => {
  const commit = repository()
  git('checkout', '-q', '--detach')
  expect(await readGitInfo(at('work'), fakeReadLimits())).toEqual({ commit })
})

test('a worktree is followed by its pointer file, to its own branch and the common configuration', async () => {
  const commit = repository()
  git('remote', 'add', 'origin', 'git@example.org:a.git')
  git('worktree', 'add', '-q', '-b', 'side', at('side'))
  expect(await readGitInfo(at('side'), fakeReadLimits())).toEqual({
    commit,
    branch: 'side',
    repositoryUrl: 'git@example.org:a.git',
  })
})

test.each([
  ['leads nowhere', 'gitdir: /nowhere/at/all\n'],
  ['leads to itself', 'gitdir: .git\n'],
  ['is no pointer', 'whatever\n'],
])('a pointer file that %s tells nothing', async (_what, text) => {
  writeFileSync(at('work', '.git'), text)
  expect((await readGitInfo(at('work'), fakeReadLimits())) ?? {}).toEqual({})
})

test('what a repository configures never runs, and secrets in its address are not taken', async () => {
  const commit = repository()
  const ran = at('ran')
  writeFileSync(
    at('work', '.git', 'config'),
    [
      `[core]\n\tfsmonitor = touch ${ran}\n\tsshCommand = touch ${ran}\n\tpager = touch ${ran}\n\thooksPath = ${root}`,
      `[alias]\n\tstatus = !touch ${ran}`,
      `[include]\n\tpath = ${at('other')}`,
      '[remote "origin"]\n\turl = https://me:sk-planted-1@example.org/a.git?token=sk-planted-2\n',
    ].join('\n'),
  )
  writeFileSync(at('other'), '[remote "origin"]\n\turl = https://elsewhere.example\n')
  expect(await readGitInfo(at('work'), fakeReadLimits())).toEqual({
    commit,
    branch: 'main',
    repositoryUrl: 'https://example.org/a.git',
  })
  expect(existsSync(ran)).toBe(false)
})

test.each([
  ['a branch that leads out of the repository', 'ref: refs/heads/../../../../secret\n'],
  ['a branch name without end', `ref: refs/heads/${'x'.repeat(5000)}\n`],
  ['no hash', 'not a hash\n'],
])('a HEAD with %s gives no commit', async (_what, head) => {
  repository()
  writeFileSync(at('secret'), 'sk-planted-3\n')
  writeFileSync(at('work', '.git', 'HEAD'), head)
  expect(JSON.stringify((await readGitInfo(at('work'), fakeReadLimits())) ?? {})).not.toMatch(
    /commit|planted|xxx/,
  )
})
