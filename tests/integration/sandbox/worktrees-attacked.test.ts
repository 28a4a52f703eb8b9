import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { removeFolder } from '../../../src/main/adapters/preimages/held-folder'
import { nr, perl } from './harness/attempts'
import { openWorlds, users, type World } from './harness/world'
import { identity, inSession, plain, put, repository, worktreesOf } from './harness/worktree-world'

/** Each user by turns. */
const chosen = oneBySeed('users of worktrees attacked', users)

const worlds = openWorlds()

/** One whose configuration and hooks start nothing. */
function tame(world: World): { readonly root: string; readonly mark: string } {
  const made = repository(world)
  for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change'])
    execFileSync('rm', [join(made.root, '.git/hooks', hook)])
  for (const key of ['filter.evil.smudge', 'filter.evil.clean', 'core.fsmonitor'])
    plain(world, made.root, 'config', '--unset', key)
  execFileSync('rm', ['-f', made.mark])
  return made
}

test.for(chosen)(
  'a folder that only says it is a repository’s gets no worktree in that (%s)',
  async (user) => {
    const world = worlds.of(user)
    const { root } = repository(world)
    const other = repository(world)
    for (const [at, pointer] of [`gitdir: ${root}/.git\n`, 'gitdir: ../real-git\n'].entries()) {
      const hostile = `${other.root}/claims-${String(at)}`
      plain(world, other.root, 'init', '-q', hostile)
      execFileSync('rm', ['-r', join(hostile, '.git')])
      if (at === 1) symlinkSync(join(root, '.git'), join(other.root, 'real-git'))
      put(world, join(hostile, '.git'), pointer)
      await expect(worktreesOf(world).add(hostile, {})).rejects.toThrow(/does not count .* among its folders/)
      expect([
        existsSync(`${hostile}.worktrees`),
        existsSync(join(root, '.git/refs/heads/countersign')),
      ]).toEqual([false, false])
    }
  },
)

test.for(chosen)('a worktree that a person made can have one beside it (%s)', async (user) => {
  const world = worlds.of(user)
  const { root } = repository(world)
  const second = `${root}-second`
  plain(world, root, 'worktree', 'add', '-q', second)
  const { worktree } = await worktreesOf(world).add(second, {})
  expect(worktree).toMatchObject({ repository: second, root: `${second}.worktrees/session-1` })
})

test.for(chosen)('links on the way are refused before anything is made behind them (%s)', async (user) => {
  const world = worlds.of(user)
  for (const [at, place] of [
    '.git/refs/heads/countersign',
    '.git/logs/refs/heads/countersign',
    '.git/worktrees',
  ].entries()) {
    const { root } = repository(world)
    const behind = join(world.outside, `behind-${user}-${String(at)}`)
    mkdirSync(behind, { mode: 0o777 })
    execFileSync('rm', ['-rf', join(root, place, '..', basename(place))])
    symlinkSync(behind, join(root, place))
    await expect(worktreesOf(world).add(root, {})).rejects.toThrow(/A link leads from/)
    expect(execFileSync('find', [behind], { encoding: 'utf8' })).toBe(`${behind}\n`)
  }
  const { root } = repository(world)
  const behind = join(world.outside, `behind-${user}-beside`)
  mkdirSync(behind, { mode: 0o777 })
  execFileSync('mv', [join(root, '.git/logs/refs'), join(root, '.git/logs/was')])
  symlinkSync(behind, join(root, '.git/logs/refs'))
  await expect(worktreesOf(world).add(root, {})).rejects.toThrow(/A link leads from/)
  expect(execFileSync('find', [behind], { encoding: 'utf8' })).toBe(`${behind}\n`)
})

test.for(chosen)('commits that no branch has are not removed with it (%s)', async (user) => {
  const world = worlds.of(user)
  const { root } = tame(world)
  const worktrees = worktreesOf(world)
  const { worktree } = await worktrees.add(root, {})
  plain(world, worktree.root, 'checkout', '-q', '--detach')
  expect(await worktrees.state(worktree)).toMatchObject({ kind: 'clean' })
  put(world, join(worktree.root, 'b.txt'), 'work\n')
  plain(world, worktree.root, 'add', 'b.txt')
  plain(world, worktree.root, 'commit', '-qm', 'nowhere else')
  const hash = plain(world, worktree.root, 'rev-parse', '--short=12', 'HEAD').trim()
  expect(await worktrees.state(worktree)).toEqual({ kind: 'changed', files: [`HEAD (${hash})`], more: 0 })
  await expect(worktrees.remove(worktree)).rejects.toThrow(/not committed/)
  expect(readFileSync(join(worktree.root, 'b.txt'), 'utf8')).toBe('work\n')
  plain(world, root, 'branch', 'kept', plain(world, worktree.root, 'rev-parse', 'HEAD').trim())
  expect(await worktrees.state(worktree)).toMatchObject({ kind: 'clean' })
})

test.for(chosen)(
  'files that git was told to overlook count, and so does what a submodule holds (%s)',
  async (user) => {
    const world = worlds.of(user)
    const inner = tame(world)
    const { root } = tame(world)
    plain(world, root, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.root, 'sub')
    plain(world, root, 'config', '-f', '.gitmodules', 'submodule.sub.ignore', 'all')
    plain(world, root, 'add', '-A')
    plain(world, root, 'commit', '-qm', 'sub')
    const worktrees = worktreesOf(world)
    const { worktree } = await worktrees.add(root, {})
    expect(await worktrees.state(worktree)).toMatchObject({ kind: 'clean' })
    for (const flag of ['--skip-worktree', '--assume-unchanged']) {
      plain(world, worktree.root, 'update-index', flag, 'a.txt')
      put(world, join(worktree.root, 'a.txt'), 'a person wrote this\n')
      expect(await worktrees.state(worktree)).toEqual({ kind: 'changed', files: ['a.txt'], more: 0 })
      plain(world, worktree.root, 'update-index', flag.replace('--', '--no-'), 'a.txt')
      plain(world, worktree.root, 'checkout', '-q', 'a.txt')
    }
    expect(await worktrees.state(worktree)).toMatchObject({ kind: 'clean' })
    // What is committed in a submodule lies in the folder that goes.
    plain(
      world,
      worktree.root,
      '-c',
      'protocol.file.allow=always',
      'submodule',
      '--quiet',
      'update',
      '--init',
    )
    expect(await worktrees.state(worktree)).toEqual({ kind: 'changed', files: ['sub'], more: 0 })
    await expect(worktrees.remove(worktree)).rejects.toThrow(/not committed/)
    expect(existsSync(join(worktree.root, 'sub/a.txt'))).toBe(true)
    // A submodule's git folder names its one folder, which can have worktrees of its own.
    const ofSub = (await worktrees.add(join(root, 'sub'), {})).worktree
    expect([ofSub.repository, ofSub.root]).toEqual([`${root}/sub`, `${root}/sub.worktrees/session-1`])
    expect(await worktrees.state(ofSub)).toMatchObject({ kind: 'clean' })
  },
)

test.for(chosen)(
  'a repository that a session puts into its own git folder starts nothing later (%s)',
  async (user) => {
    const world = worlds.of(user)
    const { root, mark } = tame(world)
    const { worktree } = await worktreesOf(world).add(root, {})
    const own = join(root, '.git/worktrees', basename(worktree.root))
    const plant = (name: string): string => `
    git init -q --separate-git-dir=${own}/modules/${name} ${name}
    cp a.txt ${name}/; git ${identity.join(' ')} -C ${name} add -A; git ${identity.join(' ')} -C ${name} commit -qm x
    printf '[core]\\n\\tfsmonitor = touch ${mark}\\n' >> ${own}/modules/${name}/config
    git ${identity.join(' ')} add ${name}; git ${identity.join(' ')} commit -qm ${name}`
    await inSession(world, worktree, plant('sub'))
    await inSession(world, worktree, plant('again'))
    for (const name of ['sub', 'again']) {
      try {
        plain(world, join(worktree.root, name), 'status')
      } catch {
        // no repository any more
      }
    }
    try {
      plain(world, worktree.root, 'status')
    } catch {
      // what was planted stops it
    }
    expect(existsSync(mark)).toBe(false)
    // The control: where nothing was taken out of it, git runs it.
    execFileSync('rm', ['-rf', join(worktree.root, 'control')])
    plain(world, worktree.root, 'init', '-q', 'control')
    plain(world, join(worktree.root, 'control'), 'config', 'core.fsmonitor', `touch ${mark}`)
    plain(world, join(worktree.root, 'control'), 'status')
    expect(existsSync(mark)).toBe(true)
  },
)

test.for(chosen)(
  'a worktree is removed, and nothing else, while a process puts links in the place of folders in it (%s)',
  async (user) => {
    const world = worlds.of(user)
    const victim = join(world.outside, 'victim')
    const place = join(world.workspace, 'removed')
    await world.rest()
    const keep = 'for n in 1 2 3 4 5 6 7 8 9; do echo mine > "$VICTIM/$n"; done'
    // Each folder and a link change their places by one call, as fast as that goes.
    const swap = perl(
      `for (my $n = 0; -e "removed"; $n = ($n + 1) % 50) { syscall(${nr('renameat2')}, -100, "removed/in/d$n", -100, "links/l$n", 2) }`,
    )
    const lay = perl(
      'for (0 .. 49) { mkdir "removed/in/d$_"; open(my $f, ">", "removed/in/d$_/x"); symlink $ENV{VICTIM}, "links/l$_" or die "$!" }',
    )
    const env = { VICTIM: victim }
    for (let round = 0; round < 10; round++) {
      await world.sh(`rm -rf links "$VICTIM"; mkdir -p links removed/in "$VICTIM"; ${keep}; ${lay}`, {
        env,
        confined: false,
      })
      const swapping = world.sh(`touch links/begun; ${swap}`, { env, inTurn: false })
      await expect.poll(() => existsSync(join(world.workspace, 'links/begun'))).toBe(true)
      while (existsSync(place)) await removeFolder(place).catch(() => undefined)
      await swapping
      expect(readdirSync(victim)).toHaveLength(9)
    }
  },
)
