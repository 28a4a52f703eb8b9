import { execFileSync } from 'node:child_process'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFactsReader } from '../../../../../src/main/adapters/facts-fs/facts-reader'
import { fakeReadLimits } from '../../../../fakes/read-limits'
import { parseGitConfig, settingOf } from '../../../../../src/main/adapters/facts-fs/parse-git-config'
import { parseIndex } from '../../../../../src/main/adapters/facts-fs/git-index'

let root: string
const at = (name: string): string => join(root, name)
const open = () =>
  createFactsReader(fakeReadLimits()).open({ budget: { ms: 5000, entries: 20_000 }, roots: [] })

function git(...args: string[]): string {
  return execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      HOME: root,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    },
  })
}

function write(name: string, text: string): void {
  mkdirSync(dirname(at(name)), { recursive: true })
  writeFileSync(at(name), text)
}

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'facts-git-'))
  git('init', '-q', '-b', 'main')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

test.each(['2', '3', '4'])(
  'an index of version %s tells what is tracked, modified, untracked and ignored',
  async (version) => {
    write('.gitignore', '*.log\nout/\n!keep.log\n')
    write('sub/.gitignore', 'local\n')
    for (const name of ['a.txt', 'b.txt', 'sub/c.txt', 'sub/deep/d.txt']) write(name, `${name}\n`)
    git('add', '-A')
    if (version === '3') {
      write('later.txt', 'x')
      git('add', '-N', 'later.txt')
    }
    git('commit', '-qm', 'one', '--', '.gitignore', 'a.txt', 'b.txt', 'sub')
    git('update-index', `--index-version=${version}`)
    rmSync(at('later.txt'), { force: true })
    write('b.txt', 'B.txt\n')
    write('new.txt', 'n')
    write('x.log', 'l')
    write('keep.log', 'k')
    write('out/o.txt', 'o')
    write('sub/local', 'l')
    const { git: counts } = await open().path(at('sub'), 'below')
    expect(counts).toEqual({ tracked: 3, modified: 0, untracked: 0, ignored: 1, complete: true })
    const states = await Promise.all(
      ['a.txt', 'b.txt', 'new.txt', 'x.log', 'keep.log'].map(
        async (name) => (await open().path(at(name), 'below')).git,
      ),
    )
    const none = { tracked: 0, modified: 0, untracked: 0, ignored: 0, complete: true }
    expect(states).toEqual([
      { ...none, tracked: 1 },
      { ...none, modified: 1 },
      { ...none, untracked: 1 },
      { ...none, ignored: 1 },
      { ...none, untracked: 1 },
    ])
  },
)

test('a file that was only touched is not modified: its content tells', async () => {
  write('a.txt', 'same\n')
  git('add', '-A')
  utimesSync(at('a.txt'), new Date(), new Date(Date.now() + 5000))
  expect((await open().path(at('a.txt'), 'below')).git).toMatchObject({ tracked: 1, modified: 0 })
})

test('the parsed index holds what git lists', () => {
  for (let index = 0; index < 50; index++) write(`d${index % 7}/file-${index}`, String(index))
  git('add', '-A')
  const names = git('ls-files').trim().split('\n')
  for (const version of ['2', '4']) {
    git('update-index', `--index-version=${version}`)
    expect([...(parseIndex(readFileSync(at('.git/index')))?.keys() ?? [])]).toEqual(names)
  }
})

test.each([
  ['empty', Buffer.alloc(0)],
  ['no index', Buffer.from('no index at all')],
  ['cut off', Buffer.concat([Buffer.from('DIRC'), Buffer.from([0, 0, 0, 2, 0, 0, 0, 9])])],
  [
    'a lie about its size',
    Buffer.concat([Buffer.from('DIRC'), Buffer.from([0, 0, 0, 2, 255, 255, 255, 255])]),
  ],
  ['of a version to come', Buffer.concat([Buffer.from('DIRC'), Buffer.from([0, 0, 0, 9, 0, 0, 0, 0])])],
])('an index that is %s is not known, and no fault', (_, bytes) => {
  expect(parseIndex(bytes)).toBeUndefined()
})

describe('branch and upstream', () => {
  const commit = (text: string): void => {
    write('a.txt', text)
    git('add', '-A')
    git('commit', '-qm', text)
  }
  const setUpstream = (): void => {
    git('config', 'remote.origin.url', 'https://user:secret@example.com/x.git')
    git('config', 'branch.main.remote', 'origin')
    git('config', 'branch.main.merge', 'refs/heads/main')
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  }

  test('commits that are not pushed are counted from loose objects', async () => {
    commit('one')
    setUpstream()
    commit('two')
    commit('three')
    const found = await open().repository(at('.'))
    expect(found).toMatchObject({
      branch: 'main',
      upstream: { remote: 'origin', branch: 'main', ahead: 2, behind: 0 },
    })
  })

  test('a branch that is behind and ahead at once says both', async () => {
    commit('one')
    setUpstream()
    commit('theirs')
    git('update-ref', 'refs/remotes/origin/main', 'HEAD')
    git('reset', '-q', '--hard', 'HEAD~1')
    commit('mine')
    expect((await open().repository(root))?.upstream).toMatchObject({ ahead: 1, behind: 1 })
  })

  test('packed refs are read; packed commits are not known, and that is said', async () => {
    commit('one')
    setUpstream()
    commit('two')
    git('pack-refs', '--all')
    expect((await open().repository(root))?.upstream).toMatchObject({ ahead: 1 })
    git('gc', '-q')
    const found = await open().repository(root)
    expect(found?.upstream).toMatchObject({ ahead: undefined })
    expect(found?.gaps).toContain('how far the branch is ahead or behind')
  })

  test('a ref that points out of the repository is not followed', async () => {
    commit('one')
    git('config', 'branch.main.remote', '../../../../../etc')
    git('config', 'branch.main.merge', 'refs/heads/passwd')
    expect((await open().repository(root))?.upstream).toMatchObject({ ahead: undefined, behind: undefined })
  })
})

test('a hostile configuration is data: nothing that it names is started', async () => {
  const trap = at('started')
  write('a.txt', 'x')
  git('add', '-A')
  appendFileSync(
    at('.git/config'),
    `[core]\n\tfsmonitor = "touch ${trap}"\n\tpager = touch ${trap}\n\tsshCommand = touch ${trap}\n\thooksPath = ${root}\n` +
      `[filter "x"]\n\tclean = touch ${trap}\n[alias]\n\tst = !touch ${trap}\n\tlg = log\n[include]\n\tpath = /dev/tty\n[`,
  )
  const reading = open()
  const found = await reading.repository(root)
  await reading.path(at('a.txt'), 'below')
  expect(found?.executables).toEqual([
    'core.fsmonitor',
    'core.pager',
    'core.sshcommand',
    'core.hookspath',
    'filter.x.clean',
    'alias.st',
    'include.path',
  ])
  expect(found?.gaps).toContain('the configuration includes another file, which was not read')
  expect(existsSync(trap)).toBe(false)
})

test('configuration is parsed with quotes, comments, continuations and subsections', () => {
  const { settings, whole } = parseGitConfig(
    '[Core]\n  Editor = "vi \\"x\\"" ; comment\n[remote "Origin"] url = a#b\n\tfetch = one\\\n two\n[branch "x.y"]\nmerge\nnonsense = = =\n= bad\n',
  )
  expect(settingOf(settings, 'core.editor')).toBe('vi "x"')
  expect(settingOf(settings, 'remote.Origin.url')).toBe('a')
  expect(settingOf(settings, 'remote.Origin.fetch')).toBe('one two')
  expect(settingOf(settings, 'branch.x.y.merge')).toBe('true')
  expect(settingOf(settings, 'core.missing')).toBeUndefined()
  expect(whole).toBe(false)
})

test('a worktree leads to the repository that it belongs to', async () => {
  write('a.txt', 'x')
  git('add', '-A')
  git('commit', '-qm', 'one')
  git('worktree', 'add', '-q', '-b', 'side', at('tree'))
  writeFileSync(at('tree/new.txt'), 'n')
  const reading = open()
  expect(await reading.repository(at('tree'))).toMatchObject({ root: at('tree'), branch: 'side' })
  expect((await reading.path(at('tree/new.txt'), 'below')).git).toMatchObject({ untracked: 1 })
  expect((await reading.path(at('tree/a.txt'), 'below')).git).toMatchObject({ tracked: 1 })
})
