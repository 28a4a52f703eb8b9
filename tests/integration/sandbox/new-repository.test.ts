import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Grant } from '@shared/domain/grant'
import { offerMissing } from '../../../src/main/core/commands/offers'
import { oneBySeed } from '../../fakes/by-seed'
import { shPrepared } from './harness/held'
import { openWorlds, users as all } from './harness/world'

const users = oneBySeed('new repositories', all)

/** Each user by turns. */
const chosen = oneBySeed('users of new repository', users)

/** Repositories that a command makes, with git's own templates, in a workspace that is none before. */
const rows: readonly (readonly [name: string, script: string, git: string])[] = [
  ['git init', 'git init -q', '.git'],
  ['git init by a child of a child', 'sh -c "env git init -q ."', '.git'],
  ['git init -b', 'git init -q -b main . && echo a > a && git add a && git commit -qm a', '.git'],
  ['git init twice', 'git init -q && git init -q', '.git'],
  ['git init in a folder', 'git init -q one/two', 'one/two/.git'],
  ['git init --bare', 'git init -q --bare b.git', 'b.git'],
  ['git init --separate-git-dir', 'git init -q --separate-git-dir=store work', 'store'],
  ['git clone of a folder', 'git clone -q "$OUT/there" copy', 'copy/.git'],
  ['git clone by its address', 'git clone -q "file://$OUT/there" copy', 'copy/.git'],
  ['npm init and git init', 'npm init -y >/dev/null && git init -q && git add package.json', '.git'],
]
const twice: readonly (readonly [name: string, script: string])[] = [
  ['git commit', 'echo b > b && git add b && git commit -qm b'],
  ['git worktree add', 'git worktree add -q wt && git -C wt status --short'],
]
const prepare = `find "$WORK" "$OUT" -mindepth 1 -maxdepth 1 -exec rm -rf {} +
  git config --global user.name a; git config --global user.email a@b; git config --global protocol.file.allow always
  git init -q "$OUT/there" && git -C "$OUT/there" commit -q --allow-empty -m x`

const worlds = openWorlds()
const policy = { mode: 'workspace-write', exclude_slash_tmp: true, exclude_tmpdir_env_var: true }

describe.each(chosen)('as %s', (user) => {
  const prepared = async () => {
    const world = worlds.of(user)
    const env = { WORK: world.workspace, OUT: world.outside, HOME: world.home }
    await world.rest()
    expect(await world.sh(prepare, { confined: false, env })).toMatchObject({ exitCode: 0 })
    return { world, env }
  }

  test.each(rows)('%s, in a sandbox made for it and in a prepared one', async (_, script, git) => {
    for (const how of ['fresh', 'prepared'] as const) {
      const { world, env } = await prepared()
      const options = { env, policy }
      const ran = how === 'fresh' ? await world.sh(script, options) : await shPrepared(world, script, options)
      expect(ran, how).toMatchObject({ kind: 'exited', exitCode: 0 })
      expect('output' in ran ? ran.output.stderr : '', how).not.toMatch(/template|cannot|warning/i)
      const hooks = readdirSync(join(world.workspace, git, 'hooks'))
      expect(hooks.length, how).toBeGreaterThan(5)
      expect(
        hooks.every((name) => name.endsWith('.sample')),
        how,
      ).toBe(true)
      await world.rest()
    }
  })

  test.each(twice)('%s, after the first command made the repository', async (_, script) => {
    const { world, env } = await prepared()
    const first = 'git init -q && echo a > a && git add a && git commit -qm a'
    const made = await world.sh(first, { env, policy })
    expect(made, JSON.stringify(made)).toMatchObject({ exitCode: 0 })
    const ran = await world.sh(script, { env, policy })
    expect(ran, JSON.stringify(ran)).toMatchObject({ exitCode: 0 })
  })

  test('a hook that the command put into its repository does not run outside', async () => {
    const { world, env } = await prepared()
    const script = `git init -q && printf '#!/bin/sh\\ntouch %s/pwned\\n' "$OUT" > .git/hooks/pre-commit && chmod +x .git/hooks/pre-commit`
    await world.sh(script, { env, policy })
    await world.sh('git commit -q --allow-empty -m x', { env, confined: false })
    expect(existsSync(join(world.outside, 'pwned'))).toBe(false)
    const control = await world.sh(`${script}; git commit -q --allow-empty -m y`, { env, confined: false })
    expect(existsSync(join(world.outside, 'pwned')), `the control: ${JSON.stringify(control)}`).toBe(true)
  })

  test.each([
    [
      'git submodule add of a local repository',
      'git submodule add -q --force "$OUT/there" sub',
      'rm -rf sub .git/modules; ',
    ],
    ['git init of a repository that is there', 'git init -q', ''],
    ['git config', 'git config some.name value', ''],
  ])('%s asks for the configuration, and works with that alone', async (_, script, clear) => {
    const { world, env } = await prepared()
    await world.sh('git init -q && git commit -q --allow-empty -m x', { env, confined: false })
    let grants: readonly Grant[] = []
    for (let asked = 0; ; asked++) {
      const ran = await world.sh(`${clear}${script}`, { env, policy, grants })
      if (ran.kind !== 'exited') throw new Error(JSON.stringify(ran))
      if (ran.exitCode === 0) break
      expect(asked, JSON.stringify(ran)).toBeLessThan(3)
      const offer = offerMissing(ran.evidence, grants, { home: world.home })
      expect(offer, JSON.stringify(ran)).toBeDefined()
      grants = offer?.grants ?? []
    }
    expect(grants.every((grant) => grant.kind === 'write' && /\/config(?:\.lock)?$/.test(grant.path))).toBe(
      true,
    )
  })
})
