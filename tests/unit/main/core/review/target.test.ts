import { ReviewTarget } from '@shared/domain/review'
import { expect, test } from 'vitest'
import type { GitRan, GitReader } from '../../../../../src/main/core/commands/read-git'
import { prepareReview } from '../../../../../src/main/core/review/target'

const sha = 'a'.repeat(40)
const base = 'b'.repeat(40)
const said = (out: string): GitRan => ({ code: 0, out: `${out}\n`, err: '' })
const nothing: GitRan = { code: 1, out: '', err: '' }

/** A repository in which every name that is asked for is there, unless it is left out. */
function repository(absent: (args: readonly string[]) => boolean = () => false) {
  const asked: (readonly string[])[] = []
  const git: GitReader['git'] = (...args) => {
    asked.push(args)
    if (absent(args)) return Promise.resolve(nothing)
    if (args.includes('--show-toplevel')) return Promise.resolve(said('/work'))
    if (args[0] === 'merge-base') return Promise.resolve(said(base))
    return Promise.resolve(args[0] === 'rev-parse' ? said(sha) : said('diff --git a/x b/x'))
  }
  const reader: GitReader = { git, script: () => Promise.resolve(nothing) }
  return { asked, open: () => Promise.resolve(reader) }
}

const branch = (name: string): ReviewTarget => ({ kind: 'branch', branch: name })
const commit = (name: string): ReviewTarget => ({ kind: 'commit', commit: name })

const nasty = [
  '--upload-pack=touch /tmp/x',
  '-n',
  '--',
  '-',
  '--output=/tmp/x',
  'a b',
  'a\nb',
  'a\0b',
  'a..b',
  '..',
  'a@{1}',
  '@{-1}',
  ':/text',
  'HEAD:file',
  'x\\y',
  'x?',
  'x*',
  'x[y',
  '/x',
  'x/',
  'x//y',
  'x.',
  '.x',
  'a/.b',
  'x.lock',
  'x\u202ey',
  '\u200bmain',
  '$(touch x)`',
]

test.each(nasty)('the branch %j is refused before git hears of it', async (name) => {
  const { asked, open } = repository()
  await expect(prepareReview(branch(name), '/work', open)).rejects.toMatchObject({
    fault: {
      code: 'bad-request',
      message: expect.stringContaining('expected a name such as main') as string,
    },
  })
  expect(JSON.stringify(asked)).toBe('[["rev-parse","--show-toplevel"]]')
})

test.each(nasty.filter((name) => !['x/', 'x//y', 'x.', 'x.lock', 'a/.b'].includes(name)))(
  'the commit %j is refused before git hears of it',
  async (name) => {
    const { asked, open } = repository()
    await expect(prepareReview(commit(name), '/work', open)).rejects.toMatchObject({
      fault: { code: 'bad-request', message: expect.stringContaining('expected its hash') as string },
    })
    expect(JSON.stringify(asked)).toBe('[["rev-parse","--show-toplevel"]]')
  },
)

test('no target gives git a word that begins with a dash and is not ours', async () => {
  const ours =
    /^(--verify|--quiet|--show-toplevel|-c|--format=|--diff-merges=first-parent|--no-|--src-|--dst-|--ignore-submodules=all|--$)/
  for (const name of [...nasty, 'main', 'origin/main', 'feature/ü', 'HEAD', 'v1.0', 'abc1234', 'HEAD~2^'])
    for (const target of [branch(name), commit(name)]) {
      const { asked, open } = repository()
      const prepared = await prepareReview(target, '/work', open).catch(() => undefined)
      await prepared?.diff()
      const dashed = asked.flat().filter((word) => word.startsWith('-'))
      expect(dashed.filter((word) => !ours.test(word))).toEqual([])
    }
})

test.each<[ReviewTarget, string, string[]]>([
  [{ kind: 'uncommitted' }, 'uncommitted changes', ['git diff HEAD', 'untracked']],
  [branch('feature/ü'), 'changes against feature/ü', [`git diff ${base}`, 'feature/ü']],
  [commit('HEAD~1'), `commit ${sha.slice(0, 10)}`, [`git show ${sha}`]],
  [
    { kind: 'custom', text: ' Look for leaks.\nEverywhere. ' },
    'Look for leaks. Everywhere.',
    ['Look for leaks.'],
  ],
  [{ kind: 'custom', text: 'Look for leaks.', hint: 'leaks' }, 'leaks', ['Look for leaks.']],
])('%j becomes words that name the git commands', async (target, hint, parts) => {
  const prepared = await prepareReview(target, '/work/deep', repository().open)
  expect([prepared.hint, prepared.root]).toEqual([hint, '/work'])
  for (const part of parts) expect(prepared.prompt).toContain(part)
})

test.each<[string, ReviewTarget, (args: readonly string[]) => boolean, string]>([
  ['no repository', { kind: 'uncommitted' }, (args) => args.includes('--show-toplevel'), 'no git repository'],
  ['no such branch', branch('gone'), (args) => args.includes('--verify'), 'no branch "gone"'],
  ['no such commit', commit('abc123'), (args) => args.includes('--verify'), 'no commit "abc123"'],
  ['no common commit', branch('other'), (args) => args[0] === 'merge-base', 'no commit in common'],
])('%s says so and what was expected', async (_, target, absent, message) => {
  const preparing = prepareReview(target, '/work', repository(absent).open)
  await expect(preparing).rejects.toThrow(message)
  await expect(preparing).rejects.toThrow('expected')
})

test('words can be about a folder without git, and then that folder is what findings lie in', async () => {
  const open = () => Promise.reject(new Error('no git'))
  const prepared = await prepareReview({ kind: 'custom', text: 'Look.' }, '/work/plain', open)
  expect([prepared.root, await prepared.diff()]).toEqual(['/work/plain', ''])
  await expect(prepareReview({ kind: 'uncommitted' }, '/work/plain', open)).rejects.toThrow('no git')
})

test.each([
  { kind: 'custom', text: ' \n ' },
  { kind: 'branch', branch: ' ' },
  { kind: 'commit', commit: 'x'.repeat(300) },
])('the target %.40j is none', (target) => {
  expect(ReviewTarget.safeParse(target).success).toBe(false)
})

test.each(['', ' ', 'x'.repeat(100_001)])(
  'words that are empty or too long are refused, %.10j',
  async (text) => {
    await expect(prepareReview({ kind: 'custom', text }, '/work', repository().open)).rejects.toThrow(
      'expected 1 to',
    )
  },
)

test('what is kept of a client’s words can be read from the record again', async () => {
  const target = { kind: 'custom', text: ' Look. ', hint: 'h'.repeat(5000) } as const
  const prepared = await prepareReview(target, '/work', repository().open)
  expect(ReviewTarget.parse(prepared.target)).toEqual({ kind: 'custom', text: 'Look.', hint: prepared.hint })
})
