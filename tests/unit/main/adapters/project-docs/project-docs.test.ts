import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createProjectDocs } from '../../../../../src/main/adapters/project-docs/project-docs'
import { createFakeLog } from '../../../../fakes/fake-engine'
import { fakeReadLimits } from '../../../../fakes/read-limits'

/** A repository with files in it; a text that begins with `->` is a link. Returns how to read the instructions. */
function world(
  files: Readonly<Record<string, string>>,
  settings: { maxBytes?: number; fallback?: string[]; instructions?: string } = {},
) {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'cs-docs-')))
  onTestFinished(() => {
    rmSync(base, { recursive: true })
  })
  mkdirSync(join(base, 'home'))
  for (const [name, text] of Object.entries(files)) {
    const path = join(base, name)
    mkdirSync(dirname(path), { recursive: true })
    if (text.startsWith('->')) symlinkSync(text.slice(2), path)
    else writeFileSync(path, text)
  }
  const log = createFakeLog()
  const docs = createProjectDocs({
    home: join(base, 'home'),
    config: {
      ...(settings.maxBytes !== undefined && { project_doc_max_bytes: settings.maxBytes }),
      ...(settings.fallback && { project_doc_fallback_filenames: settings.fallback }),
      ...(settings.instructions !== undefined && { instructions: settings.instructions }),
    },
    log,
    limits: fakeReadLimits((at) => (at.includes('/closed') ? 'closed' : 'inside')),
  })
  return { base, log, read: (cwd: string) => docs.read(join(base, cwd)) }
}

const repository = { 'repo/.git/HEAD': 'ref: refs/heads/main\n' }

test('from the root of the repository down to the folder, and nothing above it or beside it', async () => {
  const { read } = world({
    ...repository,
    'AGENTS.md': 'above',
    'repo/AGENTS.md': 'root\n',
    'repo/a/AGENTS.md': 'a',
    'repo/a/b/AGENTS.md': 'a and b',
    'repo/c/AGENTS.md': 'beside',
    'home/AGENTS.md': 'mine\n',
  })
  expect(await read('repo/a/b')).toEqual({ user: 'mine', project: 'root\n\na\n\na and b' })
})

test('without a repository only the folder itself', async () => {
  const { read } = world({ 'AGENTS.md': 'above', 'plain/AGENTS.md': 'here', 'plain/x/keep': '' })
  expect([await read('plain'), await read('plain/x')]).toEqual([
    { user: undefined, project: 'here' },
    { user: undefined, project: undefined },
  ])
})

test('in each folder the first name counts: override, AGENTS.md, the fallbacks in their order; empty ones do not', async () => {
  const { read } = world(
    {
      ...repository,
      'repo/AGENTS.md': 'plain',
      'repo/AGENTS.override.md': 'override',
      'repo/a/AGENTS.md': ' \n',
      'repo/a/TWO.md': 'two',
      'repo/a/ONE.md': 'one',
    },
    { fallback: ['ONE.md', 'TWO.md'] },
  )
  expect((await read('repo/a')).project).toBe('override\n\none')
})

test.each([
  [0, undefined],
  [3, 'abc'],
  [5, 'abcd'],
  [6, 'abcd\n\né'],
  [7, 'abcd\n\néf'],
])('%i bytes are the limit for all files together, cut between characters', async (maxBytes, project) => {
  const { read } = world({ ...repository, 'repo/AGENTS.md': 'abcd', 'repo/a/AGENTS.md': 'éfg' }, { maxBytes })
  expect((await read('repo/a')).project).toBe(project)
})

test('a link inside the repository is followed, one that leads out is refused and said', async () => {
  const { read, log } = world({
    ...repository,
    secret: 'planted',
    'repo/docs/agents.txt': 'linked',
    'repo/AGENTS.md': '->docs/agents.txt',
    'repo/a/AGENTS.override.md': '->../../secret',
    'repo/a/AGENTS.md': 'own',
    'repo/b/AGENTS.md': '->AGENTS.md',
  })
  expect((await read('repo/a')).project).toBe('linked\n\nown')
  expect((await read('repo/b')).project).toBe('linked')
  expect(log.lines.join('\n')).toMatch(
    /AGENTS\.override\.md is not used: it is a link that leads out[^]*ELOOP/,
  )
})

test('a pipe, a device, a folder and a binary file are refused at once', async () => {
  const { base, read, log } = world({ ...repository, 'repo/c/AGENTS.md/x': '', 'repo/d/AGENTS.md': 'a\0b' })
  mkdirSync(join(base, 'repo/a'))
  execFileSync('mkfifo', [join(base, 'repo/a/AGENTS.md')])
  mkdirSync(join(base, 'repo/b'))
  symlinkSync('/dev/zero', join(base, 'repo/b/AGENTS.md'))
  for (const folder of ['a', 'b', 'c', 'd']) expect((await read(`repo/${folder}`)).project).toBeUndefined()
  expect(log.lines).toHaveLength(4)
})

test('a worktree, whose .git is a file, is a root as well', async () => {
  const { read } = world({
    'AGENTS.md': 'above',
    'tree/.git': 'gitdir: /x',
    'tree/AGENTS.md': 't',
    'tree/a/k': '',
  })
  expect((await read('tree/a')).project).toBe('t')
})

test.each([
  [{ 'home/AGENTS.md': 'Be brief.' }, 'Be kind.\n\nBe brief.'],
  [{}, 'Be kind.'],
])('what the configuration asks for stands before the person’s own file (%#)', async (files, user) => {
  const { read } = world({ ...repository, ...files }, { instructions: ' Be kind. ' })
  expect(await read('repo')).toEqual({ user, project: undefined })
})

test('what commands may not read is in no instructions, by whatever link a command made', async () => {
  const { log, read } = world({
    ...repository,
    'repo/closed/credentials': 'a key',
    'repo/AGENTS.override.md': '->closed/credentials',
    'repo/a/way': '->../closed',
    'repo/a/AGENTS.override.md': '->way/credentials',
    'repo/a/AGENTS.md': 'here',
  })
  expect(await read('repo/a')).toEqual({ user: undefined, project: 'here' })
  expect(log.lines).toEqual([
    expect.stringContaining('repo/AGENTS.override.md is not used: it lies where commands may not read'),
    expect.stringContaining('repo/a/AGENTS.override.md is not used: it lies where commands may not read'),
  ])
})

test('a folder that everybody may write to is no repository of the person’s, but the one that a session works in is', async () => {
  const { base, read } = world({
    'shared/.git/HEAD': 'ref: refs/heads/main\n',
    'shared/AGENTS.md': 'of anybody',
    'shared/mine/AGENTS.md': 'here',
  })
  chmodSync(join(base, 'shared'), 0o1777)
  expect(await read('shared/mine')).toEqual({ user: undefined, project: 'here' })
  expect(await read('shared')).toEqual({ user: undefined, project: 'of anybody' })
})

test.runIf(process.getuid?.() === 0)(
  'nor is one that another user made, unless it is their folder all the way',
  async () => {
    const files = { 'shared/.git': '', 'shared/AGENTS.md': 'of another', 'shared/mine/AGENTS.md': 'here' }
    const { base, read } = world(files)
    lchownSync(join(base, 'shared/.git'), 65_534, 65_534)
    expect(await read('shared/mine')).toEqual({ user: undefined, project: 'here' })
    for (const name of ['shared', 'shared/mine']) chownSync(join(base, name), 65_534, 65_534)
    expect(await read('shared/mine')).toEqual({ user: undefined, project: 'of another\n\nhere' })
  },
)
