import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../../fakes/by-seed'
import { nr, perl } from '../harness/attempts'
import { openWorlds, users, type World } from '../harness/world'

/**
 * What decides which programs git runs is read-only where it lies. A command gives it another name, or opens it, before that is so; a later
 * one, or one that stays, writes to it by that. Nothing of theirs runs for the person then.
 */
const worlds = openWorlds()

interface Row {
  /** What the person has. */
  readonly before?: string
  /** The command that prepares it. */
  readonly first: string
  /** What the person does between. */
  readonly between?: string
  readonly second: string
  /** What a command that stays does, once the second one has ended. */
  readonly stays?: string
  /** Where the person then uses git. */
  readonly where: string
}

const evil = `printf '#!/bin/sh\\ntouch %s/pwned\\n' "$OUT" > evil.sh; chmod +x evil.sh; E="$PWD/evil.sh"`
const arm = `printf "[core]\\n\\tfsmonitor = %s\\n" "$E"`
const used = 'cd n && git add . && git commit -qm one'
const hooks =
  'git init -q; mkdir .githooks; echo "#!/bin/sh" > .githooks/pre-commit; chmod +x .githooks/pre-commit'

const nested = 'git init -q a/b; git -C a/b commit -q --allow-empty -m one; rm -r a/b/.git/hooks'
const makeHooks = 'mv a c; mkdir c/b/.git/hooks; cp evil.sh c/b/.git/hooks/pre-commit'
/** Takes from itself the right to make pipes, so that its calls are its own, and goes on as a shell. */
const fewerRights = (script: string): string =>
  perl(
    `my $right = pack("Q", 1 << 10); my $rules = syscall(444, $right, 8, 0); die "rules: $!" if $rules < 0;
    syscall(${nr('prctl')}, 38, 1, 0, 0, 0); syscall(446, $rules, 0) == 0 or die "landlock: $!"; exec "sh", "-c", q{${script}}`,
  )

const rows: Readonly<Record<string, Row>> = {
  'a folder of hooks that is missing, made where its repository was moved to': {
    before: nested,
    first: ':',
    second: makeHooks,
    where: 'c/b',
  },
  'the same by a process that took rights from itself': {
    before: nested,
    first: ':',
    second: fewerRights(makeHooks),
    where: 'c/b',
  },
  'a commondir that is missing, made where its repository was moved to': {
    before: nested,
    first: ':',
    second: `cp -r a/b/.git store; rm store/HEAD; ${arm} >> store/config; mv a c; echo "$PWD/store" > c/b/.git/commondir`,
    where: 'c/b',
  },
  'a configuration by a second name': {
    first: 'git init -q n; ln n/.git/config other',
    second: `${arm} >> other`,
    where: 'n',
  },
  'a configuration by a second name, in a repository that the person used since': {
    first: 'git init -q n; ln n/.git/config other; echo a > n/a',
    between: used,
    second: `${arm} >> other`,
    where: 'n',
  },
  'a hook by a second name': {
    first:
      'git init -q n; echo "#!/bin/sh" > n/.git/hooks/pre-commit; ln n/.git/hooks/pre-commit other; echo a > n/a',
    between: used,
    second: 'cp evil.sh other; chmod +x other',
    where: 'n',
  },
  "one of git's samples by a second name, which the person takes for a hook": {
    first: 'git init -q n; ln n/.git/hooks/pre-commit.sample other; echo a > n/a',
    between: `${used}; mv .git/hooks/pre-commit.sample .git/hooks/pre-commit; chmod -x .git/hooks/pre-commit`,
    second: 'cp evil.sh other; chmod +x other',
    where: 'n',
  },
  "a submodule's configuration by a second name": {
    first:
      'git init -q s; git -C s commit -q --allow-empty -m s; git init -q n; cd n; git -c protocol.file.allow=always submodule --quiet add "$WORK/s" s; ln .git/modules/s/config ../other',
    second: `${arm} >> other`,
    where: 'n/s',
  },
  'a pointer by a second name': {
    first: 'git init -q far; mkdir n; echo "gitdir: ../far/.git" > n/.git; ln n/.git other',
    between: 'cd "$WORK"; git init -q theirs; git -C theirs config core.fsmonitor "touch $OUT/pwned; true"',
    second: 'echo "gitdir: ../theirs/.git" > other',
    where: 'n',
  },
  'a hook of a folder that the person named since': {
    before: hooks,
    first: 'ln .githooks/pre-commit other',
    between: 'git config core.hooksPath .githooks',
    second: 'cat evil.sh > other',
    where: '.',
  },
  'a hook of such a folder, longer than anybody keeps': {
    before: hooks,
    first: 'ln .githooks/pre-commit other',
    between: 'git config core.hooksPath .githooks',
    second: 'cat evil.sh > other; head -c 1100000 /dev/zero | tr "\\0" "#" >> other',
    where: '.',
  },
  'a configuration by a descriptor of a command that stays': {
    first: ': > kept',
    stays: `exec 5<> kept; touch ready; while test -e ready; do sleep 0.1; done; { ${arm}; printf "%200s\n" ""; } >&5; touch written; sleep 600`,
    second: 'git init -q n; cat n/.git/config > kept; mv kept n/.git/config',
    where: 'n',
  },
}

describe.each(oneBySeed('other names', users))('as %s', (user) => {
  test.each(Object.entries(rows))(
    '%s',
    async (_, { before = ':', first, between = ':', second, stays, where }) => {
      const world = worlds.of(user)
      const env = {
        WORK: world.workspace,
        OUT: world.outside,
        GIT_AUTHOR_NAME: 'n',
        GIT_COMMITTER_NAME: 'n',
        EMAIL: 'a@b',
      }
      const at = (name: string): string => join(world.workspace, name)
      const pwned = join(world.outside, 'pwned')
      const plainly = (script: string) => world.sh(script, { env, confined: false })
      const use = `cd "$WORK/${where}"; git status > /dev/null 2>&1; git commit -qm x --allow-empty > /dev/null 2>&1; true`
      const escapes = async (confined: boolean): Promise<boolean> => {
        await world.rest()
        rmSync(pwned, { force: true })
        const empty = 'find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} +'
        expect(await plainly(`${empty}; ${evil}; ${before}`)).toMatchObject({ exitCode: 0 })
        const run = (script: string) => world.sh(script, { env: { ...env, E: at('evil.sh') }, confined })
        if (stays === undefined) expect(await run(first)).toMatchObject({ exitCode: 0 })
        const staying = stays === undefined ? undefined : stay(world, `${first}; ${stays}`, { env, confined })
        if (staying) await expect.poll(() => existsSync(at('ready')), { timeout: 60_000 }).toBe(true)
        expect(await plainly(between)).toMatchObject({ exitCode: 0 })
        await run(second)
        rmSync(at('ready'), { force: true })
        if (staying) await expect.poll(() => existsSync(at('written')), { timeout: 60_000 }).toBe(true)
        await plainly(use)
        return existsSync(pwned)
      }
      expect(await escapes(false)).toBe(true)
      expect(await escapes(true)).toBe(false)
    },
  )
})

/** Begins a command that goes on beside others, and ends with its world. */
function stay(
  world: World,
  script: string,
  options: { readonly env: Readonly<Record<string, string>>; readonly confined: boolean },
) {
  const env = { ...options.env, E: join(world.workspace, 'evil.sh') }
  return world.sh(script, { ...options, env, inTurn: false })
}
