import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { onlyInFull, oneBySeed } from '../../fakes/by-seed'
import { openWorlds, users, type World } from './harness/world'

const worlds = openWorlds()
/** What is there before the first command is known to it. */
const fresh = openWorlds()

/** A git folder that git takes for one, with as little as that needs, and 3200 of these. */
const minimal = `make() { mkdir -p "$1/.git/hooks" "$1/.git/objects" "$1/.git/refs"; echo 'ref: refs/heads/m' > "$1/.git/HEAD"; echo '[core]' > "$1/.git/config"; }
many() { seq -f "$1%g" 0 3199 | tee list | sed 's,.*,&/.git/hooks &/.git/objects &/.git/refs,' | xargs mkdir -p
  while read -r each; do echo 'ref: refs/heads/m' > "$each/.git/HEAD"; echo '[core]' > "$each/.git/config"; done < list; }`
const evil = `arm() { printf '#!/bin/sh\\ntouch "%s/pwned"\\n' "$OUT" > "$1/.git/hooks/pre-commit"; chmod +x "$1/.git/hooks/pre-commit"; }`

describe.each(oneBySeed('users of many repositories', users))('many repositories, as %s', (user) => {
  let world: World
  let env: Record<string, string>
  const plainly = async (script: string) => {
    const ran = await world.sh(`${minimal}; ${evil}; ${script}`, { confined: false, env })
    expect(ran, JSON.stringify(ran)).toMatchObject({ exitCode: 0 })
  }
  const confined = (script: string) => world.sh(`${minimal}; ${evil}; ${script}`, { env })
  const pwned = async (folder: string) => {
    await world.rest()
    await plainly(
      `cd "$WORK/${folder}" && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x || true`,
    )
    return existsSync(join(world.outside, 'pwned'))
  }

  beforeEach(async () => {
    world = worlds.of(user)
    env = { WORK: world.workspace, OUT: world.outside, HOME: world.home }
    await world.rest()
    await plainly('find "$WORK" "$OUT" -mindepth 1 -maxdepth 1 -exec rm -rf {} +')
  })

  // Thousands of mounts take half a minute; what is folded is told by fold-masks.test.ts.
  if (onlyInFull('thousands of repositories')) {
    test('a folder with more than can be kept one by one is read-only, which is said, and all else is worked in', async () => {
      await plainly('cd "$WORK"; many junk/x; make own')
      expect(await confined('echo a > own/a && cat own/a')).toMatchObject({ kind: 'exited', exitCode: 0 })
      const ran = await confined('arm junk/x0; arm junk/x3199; arm own')
      expect(ran).toMatchObject({
        notes: expect.stringContaining('junk is read-only for commands') as string,
      })
      expect(await pwned('junk/x0')).toBe(false)
      expect(await pwned('junk/x3199')).toBe(false)
      expect(await pwned('own')).toBe(false)
      await plainly('cd "$WORK"; arm junk/x0')
      expect(await pwned('junk/x0'), 'the control').toBe(true)
    })

    test('where they lie in the workspace itself the reason names it, and says what to do', async () => {
      world = fresh.of(user)
      env = { WORK: world.workspace, OUT: world.outside, HOME: world.home }
      await plainly('cd "$WORK"; many x')
      expect(await confined('true')).toEqual({
        kind: 'failed',
        reason: expect.stringMatching(
          `the folder ${world.workspace} holds .*: remove or move some`,
        ) as string,
      })
    })
  }

  test.each([
    ['a repository', 'mv r59 z; git init -q r59'],
    ['a folder around one', 'mv r49 z; mkdir r49; git init -q r49/in; git init -q r59'],
    ['a pointer to one', 'mv linked z; git init -q linked'],
  ])('another that is made under the name of %s which was moved away is disarmed', async (_, script) => {
    await plainly(
      `cd "$WORK"; for i in $(seq 10 59); do git init -q r$i; done; mv r49 in; mkdir r49; mv in r49/in`,
    )
    for (const folder of ['r59', 'r49/in']) {
      await confined(`${script}; arm ${folder}`)
      expect(await pwned(folder)).toBe(false)
    }
  })
})
