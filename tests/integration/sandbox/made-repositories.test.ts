import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { asked } from './harness/asked'
import { openWorlds, users, type World } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of made repositories', users)

const worlds = openWorlds()

describe.each(chosen)('a repository that a command made, as %s', (user) => {
  let world: World
  let env: Record<string, string>
  const plainly = async (script: string) => {
    const ran = await world.sh(script, { confined: false, env })
    expect(ran, JSON.stringify(ran)).toMatchObject({ exitCode: 0 })
  }
  const made = 'git init -q c && cd c && echo a > a && git add a && git commit -qm a'
  const evil = `printf '#!/bin/sh\\ntouch "%s/pwned"\\n' "$OUT" > hook; chmod +x hook`
  const use = 'for d in c d; do cd "$WORK/$d" 2>/dev/null && git commit -q --allow-empty -m x; done; true'
  const pwned = () => existsSync(join(world.outside, 'pwned'))

  beforeEach(async () => {
    world = worlds.of(user)
    env = { WORK: world.workspace, OUT: world.outside, HOME: world.home }
    await world.rest()
    await plainly(`find "$WORK" "$OUT" -mindepth 1 -maxdepth 1 -exec rm -rf {} +
      git config --global user.name a; git config --global user.email a@b`)
    expect(await asked(world, made, { env, yes: 0 })).toMatchObject({ exitCode: 0 })
  })

  test('is protected from a command that does not remove it', async () => {
    const script = 'echo x > c/.git/hooks/pre-commit || git -C c config core.fsmonitor x || mv c/.git c/g'
    expect(await asked(world, script, { env, yes: 0 })).toMatchObject({ denied: true })
    expect(readdirSync(join(world.workspace, 'c/.git/hooks'))).not.toContain('pre-commit')
  })

  test.each([
    ['that it says to remove', 'false && rm -rf c; cp hook c/.git/hooks/pre-commit'],
    ['that it removes and makes again', 'rm -rf c && git init -q c && cp hook c/.git/hooks/pre-commit'],
    [
      'that it removes from and configures',
      'rm -rf c/.git/hooks; git -C c config core.fsmonitor "$PWD/hook"',
    ],
    ['by moving another there', 'git init -q e && cp hook e/.git/hooks/pre-commit; rm -rf c; mv e c'],
    ['by moving it away', 'rm -rf c/x; mv c d; cp hook d/.git/hooks/pre-commit'],
    ['by a renamed branch', 'git -C c branch -m x; git -C c config core.fsmonitor "$PWD/hook"'],
  ])('runs nothing outside when a command arms one %s', async (_, script) => {
    await asked(world, `${evil}; ${script}`, { env, yes: 0 })
    await world.rest()
    await plainly(use)
    expect(pwned()).toBe(false)
    await plainly(`cd "$WORK"; rm -rf c d e; ${made}; cd "$WORK"; ${evil}; ${script}; true`)
    await plainly(use)
    expect(pwned(), 'the control').toBe(true)
  })

  test.each([
    ['commits', 'cd c && git commit -q --allow-empty -m mine'],
    ['sets something', 'git -C c config user.name me'],
    ['puts a hook there', 'printf "#!/bin/sh\\n" > c/.git/hooks/pre-push; chmod +x c/.git/hooks/pre-push'],
    ['makes a branch', 'git -C c branch mine'],
    ['makes a tag', 'git -C c tag mine'],
    ['leaves something out', 'echo b > c/.git/info/exclude'],
  ])('is the person’s when the person %s in it', async (_, script) => {
    await plainly(`cd "$WORK"; ${script}`)
    expect(await asked(world, 'rm -rf c', { env, yes: 0 })).toMatchObject({ denied: true })
    expect(existsSync(join(world.workspace, 'c/a'))).toBe(true)
    expect(await asked(world, 'rm -rf c', { env, yes: 1 })).toMatchObject({ exitCode: 0 })
    expect(existsSync(join(world.workspace, 'c'))).toBe(false)
  })

  test('is the person’s when the person commits in it while another command runs', async () => {
    const running = asked(world, 'while [ ! -e go ]; do sleep 0.1; done; rm go', { env, yes: 0 })
    await plainly('cd "$WORK/c" && git commit -q --allow-empty -m mine && touch ../go')
    expect(await running).toMatchObject({ exitCode: 0 })
    expect(await asked(world, 'rm -rf c', { env, yes: 0 })).toMatchObject({ denied: true })
  })

  test('is still commands’ own after more commands in it, and after one that was moved', async () => {
    for (const script of [
      'cd c && git commit -q --allow-empty -m x',
      'mv c d',
      'true',
      'git -C d branch y',
      'rm -rf d',
    ])
      expect(await asked(world, script, { env, yes: 0 }), script).toMatchObject({ exitCode: 0 })
    expect(readdirSync(world.workspace).filter((name) => !name.startsWith('.'))).toEqual([])
  })

  test('keeps its other settings where the command that makes it sets what runs a program', async () => {
    const script =
      'git init -q e && cd e && git remote add o https://h/x && git config core.fsmonitor ./hook && git config user.name me && git config core.pager ./hook'
    expect(await asked(world, script, { env, yes: 0 })).toMatchObject({ exitCode: 0 })
    await plainly(`cd "$WORK/e"; test "$(git config --local user.name)" = me && git remote get-url o &&
      ! git config core.fsmonitor && ! git config core.pager`)
  })

  test('that a command armed is protected from the next one', async () => {
    await asked(world, `${evil}; rm -rf c/.git/x; cp hook c/.git/hooks/pre-commit`, { env, yes: 0 })
    await asked(world, 'rm -rf c; git init -q c; cp hook c/.git/hooks/pre-commit', { env, yes: 0 })
    expect(await asked(world, 'rm -rf c', { env, yes: 0 })).toMatchObject({ denied: true })
  })

  test('the person’s own keeps its hooks where a command moves it', async () => {
    await plainly(
      'cd "$WORK"; git init -q mine/deep; printf "#!/bin/sh\\n" > mine/deep/.git/hooks/pre-push; chmod +x mine/deep/.git/hooks/pre-push',
    )
    expect(await asked(world, 'mv mine yours', { env, yes: 0 })).toMatchObject({ exitCode: 0, output: '' })
    await plainly('test -x "$WORK/yours/deep/.git/hooks/pre-push"')
    expect(await asked(world, 'rm -rf yours', { env, yes: 0 })).toMatchObject({ denied: true })
  })
})
