import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { oneBySeed } from '../../../fakes/by-seed'
import { openWorlds, users, type World } from '../harness/world'

/**
 * A person configures git while a command runs: the file is renamed over the one that the command sees read-only, and the kernel takes that
 * mount away. What the command then puts there runs nothing.
 */
const worlds = openWorlds()

/** How the command arms the configuration once it can be written to. */
const arms: Readonly<Record<string, string>> = {
  'as git does': 'git config core.fsmonitor "$E"',
  'by a line at the end': 'printf "[core]\\n\\tfsmonitor = %s\\n" "$E" >> .git/config',
  'by another file in its place':
    'printf "[core]\\n\\tbare = false\\n\\tfsmonitor = %s\\n" "$E" > .git/other; mv .git/other .git/config',
  'by a line that has no end': 'printf "[core]\\n\\tfsmonitor = %s" "$E" >> .git/config',
  'by a key that was there': 'git config alias.st "!$E"',
}

describe.each(oneBySeed('detached configurations', users))('as %s', (user) => {
  let world: World
  let config: string
  const at = (name: string): string => join(world.workspace, name)
  const plainly = async (script: string): Promise<void> => {
    const env = { OUT: world.outside, GIT_CONFIG_NOSYSTEM: '1' }
    expect(await world.sh(script, { env, confined: false })).toMatchObject({ exitCode: 0 })
  }
  beforeEach(async () => {
    world = worlds.of(user)
    config = at('.git/config')
    await world.rest()
    await plainly(
      'find . -mindepth 1 -maxdepth 1 -exec rm -rf {} +; rm -f "$OUT/pwned"; git init -q; git config alias.st "!true"; git config user.name me',
    )
  })

  /** Runs the script in a sandbox; the person does theirs when it is ready, and it then goes on. Returns how it ended. */
  async function meanwhile(script: string, theirs: string) {
    const running = world.sh(
      `printf '#!/bin/sh\\ntouch %s/pwned\\n' "$OUT" > evil.sh; chmod +x evil.sh; E="$PWD/evil.sh"; touch ready; while test -e ready; do sleep 0.1; done; ${script}`,
      { env: { OUT: world.outside }, confined: true, inTurn: false },
    )
    await expect.poll(() => existsSync(at('ready'))).toBe(true)
    await plainly(theirs)
    rmSync(at('ready'))
    return running
  }

  test.each(Object.entries(arms))('what is armed %s runs nothing, and is told', async (_, arm) => {
    const ended = await meanwhile(arm, 'git config user.email me@here')
    expect(JSON.stringify(ended)).toContain(config)
    expect(readFileSync(config, 'utf8')).not.toContain('evil.sh')
    await plainly('git status > /dev/null; git st; test ! -e "$OUT/pwned"')
  })

  test('a command that goes on is ended, and what was there is back while it runs', async () => {
    const ended = await meanwhile(
      'git config core.fsmonitor "$E"; exec sleep 600',
      'git config user.email me@here',
    )
    expect(JSON.stringify(ended)).toContain('could write there')
    expect(execFileSync('git', ['config', '-f', config, 'user.name']).toString()).toBe('me\n')
  })

  test('a sandbox that waited while the person configured git is not used for what comes then', async () => {
    const inside = (script: string) => world.sh(script, { env: { E: './evil.sh' }, confined: true })
    await inside('true')
    expect(await world.settled()).toBeDefined()
    await plainly('git config user.email me@here')
    await inside('git config core.fsmonitor "$E"; printf "[core]\\n\\tfsmonitor = %s\\n" "$E" >> .git/config')
    expect(readFileSync(config, 'utf8')).not.toContain('evil.sh')
    expect(existsSync(`${config}.held-by-countersign`)).toBe(false)
  })

  test('what the person set stays, whatever it is and whenever', async () => {
    await meanwhile(
      'true',
      'git config user.name other; git config alias.st "!true"; git config branch.x.merge refs/heads/x; git config branch.x.vscode-merge-base main',
    )
    expect(readFileSync(config, 'utf8')).toMatch(/name = other[^]*merge = refs\/heads\/x/)
    expect(existsSync(`${config}.held-by-countersign`)).toBe(false)
  })
})
