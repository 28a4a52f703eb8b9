import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import type { SessionWorktree } from '@shared/domain/worktree'
import type { RunResult } from '../../../src/main/core/ports/sandbox'
import { oneBySeed } from '../../fakes/by-seed'
import { openWorlds, users, type World } from './harness/world'
import { identity, inSession, plain, put, repository, worktreesOf } from './harness/worktree-world'

/** Each user by turns. */
const chosen = oneBySeed('users of worktrees', users)

const worlds = openWorlds()

const commit = `git ${identity.join(' ')} commit -qm`

/** Tries to change what decides for the repository, or for its other folders: $GIT is its git folder, $OWN the worktree's in it. */
const attempts = [
  'git config core.editor evil',
  'git update-ref refs/heads/main $(git commit-tree -m x "HEAD^{tree}" </dev/null)',
  'echo evil > $GIT/hooks/pre-commit',
  'echo "# evil" >> $GIT/config',
  'echo "# evil" > $OWN/config.worktree',
  'mkdir -p $OWN/hooks && echo evil > $OWN/hooks/pre-commit',
  'echo "# evil" > $OWN/config',
  'echo x > $GIT/index',
  'ln -s $OUT $GIT/worktrees/evil',
  'rm $ROOT/a.txt',
  'mv $GIT/refs/heads/countersign $GIT/refs/heads/other',
  'echo $OUT/.git > $OWN/gitdir',
  'echo x > $GIT/HEAD',
  'echo /tmp > $OWN/commondir',
  'mv $OWN/commondir $OWN/x',
  'echo gitdir: /tmp > .git',
  'rm .git',
]

/** All of them, one after the other; each that works says its number. */
function attemptsIn(world: World, root: string, worktree: SessionWorktree): string {
  const git = join(root, '.git')
  const own = join(git, 'worktrees', basename(worktree.root))
  const names = `ROOT=${root}; GIT=${git}; OWN=${own}; OUT=${world.outside}; cd ${worktree.root}`
  const identified =
    'export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b'
  const tries = attempts.map((each, at) => `if (${each}) 2>/dev/null; then echo ESCAPED ${String(at)}; fi`)
  return [names, identified, ...tries].join('\n')
}

/** The attempts that worked. */
const escaped = (ran: RunResult): readonly string[] => {
  if (!('output' in ran)) throw new Error(JSON.stringify(ran))
  return [...ran.output.stdout.matchAll(/ESCAPED (\d+)/g)].map(([, at]) => attempts[Number(at)] ?? '')
}

test.each(chosen)(
  'a worktree is made without running what the repository configures, beside it (%s)',
  async (user) => {
    const world = worlds.of(user)
    const { root, mark } = repository(world)
    // The control: the same by hand runs them.
    plain(world, root, 'worktree', 'add', '-q', join(world.outside, `control-${basename(root)}`))
    expect(existsSync(mark)).toBe(true)
    execFileSync('rm', [mark])

    const made = await worktreesOf(world).add(root, {})
    expect(made).toMatchObject({
      cwd: `${root}.worktrees/session-1`,
      worktree: { repository: root, branch: 'countersign/session-1', base: 'HEAD' },
    })
    expect([readFileSync(join(made.cwd, 'a.txt'), 'utf8'), existsSync(join(made.cwd, '.env'))]).toEqual([
      'one\n',
      false,
    ])
    expect(existsSync(mark)).toBe(false)
    expect((await worktreesOf(world).add(root, {})).worktree.branch).toBe('countersign/session-2')
    await expect(worktreesOf(world).add(root, { name: 'session-1' })).rejects.toThrow(/already/)
    await expect(worktreesOf(world).add(root, { base: '--help' })).rejects.toThrow(/There is no branch/)
  },
)

test.each(chosen)(
  'a session in it commits, and the repository’s other branches, hooks and configuration stay (%s)',
  async (user) => {
    const world = worlds.of(user)
    const { root } = repository(world)
    for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change'])
      execFileSync('rm', [join(root, '.git/hooks', hook)])
    for (const key of ['filter.evil.smudge', 'filter.evil.clean', 'core.fsmonitor'])
      plain(world, root, 'config', '--unset', key)
    const { worktree } = await worktreesOf(world).add(root, {})
    const before = plain(world, root, 'rev-parse', 'main')
    const done = await inSession(
      world,
      worktree,
      `echo two > a.txt && git add a.txt && ${commit} second && git log --oneline | wc -l`,
    )
    expect(done).toMatchObject({ kind: 'exited', exitCode: 0, output: { stdout: '2\n' } })
    expect(plain(world, root, 'log', '--format=%s', worktree.branch)).toBe('second\nfirst\n')

    const tried = await inSession(world, worktree, attemptsIn(world, root, worktree))
    expect(escaped(tried)).toEqual([])
    expect(plain(world, root, 'rev-parse', 'main')).toBe(before)
    expect(plain(world, root, 'status', '--porcelain')).toBe('')
    expect(existsSync(join(root, '.git/objects/.codex'))).toBe(false)
    // The control: without the sandbox each of them does what it tries.
    const control = await world.run({
      confined: false,
      command: ['sh', '-c', attemptsIn(world, root, worktree)],
      cwd: worktree.root,
      workspace: worktree.root,
      policy: sandboxPolicyForMode('danger-full-access'),
    })
    expect(escaped(control)).toHaveLength(attempts.length)
  },
)

test.each(chosen)('it is removed only where all is committed, with its branch kept (%s)', async (user) => {
  const world = worlds.of(user)
  const { root, mark } = repository(world)
  const worktrees = worktreesOf(world)
  const { worktree } = await worktrees.add(root, {})
  put(world, join(worktree.root, 'new.txt'), 'work\n')
  expect(await worktrees.state(worktree)).toEqual({ kind: 'changed', files: ['new.txt'], more: 0 })
  await expect(worktrees.remove(worktree)).rejects.toThrow(/not committed/)
  expect(readFileSync(join(worktree.root, 'new.txt'), 'utf8')).toBe('work\n')
  execFileSync('rm', [join(worktree.root, 'new.txt')])
  put(world, join(worktree.root, '.env'), 'X=1\n')
  expect(await worktrees.state(worktree)).toEqual({ kind: 'clean', ignored: ['.env'] })
  await worktrees.remove(worktree)
  expect([existsSync(worktree.root), existsSync(`${root}.worktrees`), existsSync(mark)]).toEqual([
    false,
    false,
    false,
  ])
  expect(plain(world, root, 'branch', '--list', 'countersign/*').trim()).toBe('countersign/session-1')
  expect(await worktrees.state(worktree)).toEqual({ kind: 'gone' })
})

test.each(chosen)('what only says that it is a worktree is none, and is never removed (%s)', async (user) => {
  const world = worlds.of(user)
  const { root } = repository(world)
  const worktrees = worktreesOf(world)
  const { worktree } = await worktrees.add(root, {})
  const other = repository(world)
  for (const wrong of [
    { ...worktree, root: other.root },
    { ...worktree, root: world.home },
    { ...worktree, root },
    { ...worktree, repository: other.root },
  ]) {
    expect(await worktrees.state(wrong)).toEqual({ kind: 'gone' })
    await worktrees.remove(wrong)
  }
  expect([existsSync(other.root), existsSync(world.home), existsSync(worktree.root)]).toEqual([
    true,
    true,
    true,
  ])
})

test.each(chosen)('links in the repository’s git folder lead the session nowhere (%s)', async (user) => {
  const world = worlds.of(user)
  const { root } = repository(world)
  symlinkSync(world.home, join(root, '.git/refs/heads/countersign'))
  await expect(worktreesOf(world).add(root, {})).rejects.toThrow(/A link leads from/)
  expect(existsSync(`${root}.worktrees/session-1`)).toBe(false)
})

test.each(chosen)(
  'what is told before: branches, what is not committed, what git ignores, and where it would lie (%s)',
  async (user) => {
    const world = worlds.of(user)
    const { root, mark } = repository(world)
    execFileSync('rm', ['-f', mark])
    put(world, join(root, 'b.txt'), 'new\n')
    expect(await worktreesOf(world).look(root)).toEqual({
      ...{ root, branch: 'main', branches: ['main'], changed: 1 },
      ...{ ignored: ['.env'], moreIgnored: 0, place: `${root}.worktrees` },
    })
    expect(existsSync(mark)).toBe(false)
    expect(await worktreesOf(world).look(world.outside)).toBeUndefined()
  },
)
