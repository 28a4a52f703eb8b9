import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { runProgram } from '../../fakes/run-cli'

/** What a command's repository says of where its work lies: the person's own git writes there. */

const launcher = join(import.meta.dirname, '../../../bin/countersign')
const isRoot = process.getuid?.() === 0
const made: string[] = []
afterAll(() => {
  for (const path of made) rmSync(path, { recursive: true, force: true })
})

/** A tree of one commit that holds .bashrc, and the repository at `$1` with its work tree as `$2` says. */
const plant = `set -e
  git init -q -b main "$1"; cd "$1"; git config user.name a; git config user.email a@b
  B=$(printf 'PLANTED\\n' | git hash-object -w --stdin)
  export GIT_INDEX_FILE="$PWD/i"; git update-index --add --cacheinfo "100644,$B,.bashrc"
  T=$(git write-tree); rm -f i; unset GIT_INDEX_FILE
  git update-ref refs/heads/main "$(git commit-tree -m 1 "$T")"; git read-tree main
  git config core.worktree "$2"`

function open(user: 'root' | 'ordinary') {
  const base = mkdtempSync('/var/tmp/cs-worktree-')
  made.push(base)
  const [home, work] = [join(base, 'home'), join(base, 'home/work')]
  mkdirSync(join(home, 'state'), { recursive: true, mode: 0o700 })
  mkdirSync(work, { mode: 0o700 })
  writeFileSync(join(home, '.bashrc'), 'mine\n')
  const as = isRoot && user === 'ordinary' ? { uid: 65_534, gid: 65_534 } : {}
  if (as.uid !== undefined) execFileSync('chown', ['-R', '65534:65534', base])
  const env = { PATH: process.env['PATH'], HOME: home, COUNTERSIGN_HOME: join(home, 'state') }
  return {
    home,
    work,
    sandboxed: (script: string, ...args: string[]) =>
      runProgram(launcher, ['sandbox', '--', 'bash', '-c', script, 'sh', ...args], { env, cwd: work, ...as }),
    /** The person's own git, outside. */
    git: (cwd: string, ...args: string[]) => runProgram('git', args, { env, cwd: join(work, cwd), ...as }),
  }
}

describe.each(isRoot ? (['root', 'ordinary'] as const) : (['ordinary'] as const))('as %s user', (user) => {
  test.each([
    ['above the repository', '.', '../..'],
    ['the home by its path', '.', 'HOME'],
    ['beside the folder', 'sub', '../../..'],
    ['that goes out and in again', '.', '../../work/..'],
  ])('nothing is written to a work tree %s', async (_, at, value) => {
    const world = open(user)
    await world.sandboxed(plant, at, value.replace('HOME', world.home))
    await world.git(at, 'reset', '--hard')
    await world.git(at, 'checkout', '-f', 'main')
    expect(readFileSync(join(world.home, '.bashrc'), 'utf8')).toBe('mine\n')
  })

  test('nothing is written by way of a link, nor where a submodule is said to be', async () => {
    const world = open(user)
    // It is there whatever of the plant was held back on the way.
    await world.sandboxed('mkdir two')
    await world.sandboxed(
      `${plant}; cd ..; mkdir -p .git/modules; mv one/.git .git/modules/one; cp -r .git/modules/one/. .git/; rm -r one; ln -s "$3" one
      git config -f .git/config core.worktree ..; git config -f .git/modules/one/config core.worktree ../../../one
      echo 'gitdir: ../.git/modules/one' > two/.git`,
      'one',
      '..',
      world.home,
    )
    await world.git('two', 'reset', '--hard')
    expect(readFileSync(join(world.home, '.bashrc'), 'utf8')).toBe('mine\n')
  })

  test('a configuration of the worktree’s own counts as well', async () => {
    const world = open(user)
    await world.sandboxed(
      `${plant}; git config core.repositoryformatversion 1; git config extensions.worktreeConfig true; git config -f .git/config.worktree core.worktree "$3"`,
      '.',
      '..',
      world.home,
    )
    await world.git('.', 'reset', '--hard')
    expect(readFileSync(join(world.home, '.bashrc'), 'utf8')).toBe('mine\n')
  })

  test('a submodule that git itself made works on', async () => {
    const world = open(user)
    const ran = await world.sandboxed(
      `set -e; export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=protocol.file.allow GIT_CONFIG_VALUE_0=always
      for r in lib main; do git init -q -b main $r; git -C $r config user.name a; git -C $r config user.email a@b; echo x > $r/f; git -C $r add f; git -C $r commit -qm 1; done
      cd main; git submodule --quiet add ../lib sub; git commit -qm 2`,
    )
    // Of what `escapes/planted` makes in the temporary folder meanwhile each run says so, as it must.
    const own = ran.err.split('\n').filter((line) => !line.includes(' /tmp/cs-planted-'))
    expect([ran.code, own]).toEqual([0, ['']])
    expect(existsSync(join(world.work, 'main/.git/modules/sub/config'))).toBe(true)
    const inside = await world.git('main/sub', 'rev-parse', '--show-toplevel')
    expect([inside.out.trim(), inside.err]).toEqual([join(world.work, 'main/sub'), ''])
  })
})
