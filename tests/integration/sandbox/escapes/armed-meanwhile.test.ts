import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../../fakes/by-seed'
import { nr, perl } from '../harness/attempts'
import { openWorlds, users } from '../harness/world'

/** A person uses git while the command that planted something there still runs: nothing of the command's is run by it. */
const worlds = openWorlds()

const payload = `printf '#!/bin/sh\\ntouch %s/pwned\\n' "$OUT" > evil.sh; chmod +x evil.sh; export E="$PWD/evil.sh"`
const evil = '[core]\\n\\trepositoryformatversion = 0\\n\\tbare = false\\n\\tfsmonitor = %s\\n'
const arm = (file: string): string => `printf "${evil}" "$E" > ${file}`
const make = (folder: string): string =>
  `mkdir -p ${folder}/objects ${folder}/refs; echo "ref: refs/heads/m" > ${folder}/HEAD; ${arm(`${folder}/config`)}`

const rows: Readonly<Record<string, readonly [plant: string, where?: string]>> = {
  'by its parts': [make('.git')],
  'by git itself': ['git init -q .; git config core.fsmonitor "$E"'],
  'in a folder below': ['git init -q a/b; git -C a/b config core.fsmonitor "$E"', 'a/b'],
  'as a pointer': [`${make('far')}; echo "gitdir: far" > .git`],
  'as a link': [`${make('far')}; ln -s far .git`],
  'as a folder that is moved there': [`${make('x/far')}; mv x/far x/.git; mv x y`, 'y'],
  'by a configuration that is written long after it was made': [
    `git init -q .; exec 5> .git/config; sleep 0.5; printf "${evil}" "$E" >&5`,
  ],
  'by a configuration that has another name as well': [
    `git init -q .; ln .git/config other; sleep 0.5; ${arm('other')}`,
  ],
  'by a descriptor that was opened long before': [
    `git init -q .; ${perl('open(my $f, "+<", ".git/config") or die; truncate($f, 0); my $to = fileno $f; select(undef, undef, undef, 0.5); syswrite($f, "[core]\\n\\tfsmonitor = $ENV{E}\\n")')}`,
  ],
  'by memory that was mapped and written to long before': [
    `git init -q .; printf "${evil}#" "$E" > armed; printf "#%0999d\\n" 0 > .git/config; ${perl(
      `open(my $f, "+<", ".git/config") or die; open(my $armed, "<", "armed") or die; open(my $same, "<", ".git/config") or die;
       my $m = syscall(${nr('mmap')}, 0, 4096, 3, 1, fileno $f, 0); syscall(${nr('read')}, fileno $same, $m, 1);
       select(undef, undef, undef, 1); syscall(${nr('read')}, fileno $armed, $m, 999)`,
    )}`,
  ],
  'by a line that has no end': [`git init -q .; printf "[core]\\n\\tfsmonitor = %s" "$E" > .git/config`],
  'by a second configuration': [
    `git init -q .; git config extensions.worktreeConfig true; ${arm('.git/config.worktree')}`,
  ],
  'by a hook that can be run only later': [
    'git init -q .; cp evil.sh .git/hooks/post-index-change; chmod -x .git/hooks/post-index-change; sleep 0.5; chmod +x .git/hooks/post-index-change',
  ],
  'again and again': [
    `git init -q .; for i in 1 2 3 4 5; do rm -f .git/config*; ${arm('.git/config')}; sleep 0.1; done`,
  ],
}

describe.each(oneBySeed('armed meanwhile', users))('as %s', (user) => {
  test.each(Object.entries(rows))('a repository that is armed %s', async (_, [plant, where = '.']) => {
    const world = worlds.of(user)
    const env = { WORK: world.workspace, OUT: world.outside }
    const [pwned, ready] = [join(world.outside, 'pwned'), join(world.workspace, 'ready')]
    const use = `cd "$WORK/${where}" && echo a > a && git add a >/dev/null 2>&1; git status >/dev/null 2>&1 </dev/null; true`
    const escapes = async (confined: boolean): Promise<boolean> => {
      await world.rest()
      await world.sh('find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} +', { env, confined: false })
      rmSync(pwned, { force: true })
      const running = world.sh(`${payload}; ${plant}; touch ready; while test -e ready; do sleep 0.1; done`, {
        env,
        confined,
        inTurn: false,
      })
      await expect.poll(() => existsSync(ready), { timeout: 120_000 }).toBe(true)
      // What was done last may still be on its way; the control needs no time.
      if (confined) await delay(1000)
      await world.sh(use, { env, confined: false })
      const found = existsSync(pwned)
      rmSync(ready)
      expect(await running).toMatchObject({ kind: 'exited', exitCode: 0 })
      return found
    }
    expect([await escapes(false), await escapes(true)]).toEqual([true, false])
  })

  test('a command that arms one again and again is ended, and says why', async () => {
    const world = worlds.of(user)
    await world.rest()
    await world.sh('find "$WORK" -mindepth 1 -maxdepth 1 -exec rm -rf {} +', {
      env: { WORK: world.workspace },
      confined: false,
    })
    const again = `git init -q .; while :; do rm -f .git/config*; ${arm('.git/config')}; sleep 0.01; done`
    const ran = await world.sh(`${payload}; ${again}`, { env: { OUT: world.outside }, inTurn: false })
    expect(ran).toMatchObject({
      kind: 'exited',
      exitCode: 137,
      output: {
        stderr: expect.stringContaining(
          `ended: this command kept putting into ${join(world.workspace, '.git')} what git would run`,
        ) as string,
      },
    })
    const config = join(world.workspace, '.git/config')
    // Ended between the making of the next one and the writing to it, it leaves an empty one.
    expect(['nothing', '']).toContain(existsSync(config) ? readFileSync(config, 'utf8') : 'nothing')
  })
})
