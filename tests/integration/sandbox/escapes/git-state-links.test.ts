import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneBySeed } from '../../../fakes/by-seed'
import { openWorlds, users, type Worlds } from '../harness/world'

/** A command puts a link, or a name of another ref, where git itself writes, and the person's git then writes where it leads. */
let worlds: Worlds
beforeAll(() => {
  worlds = openWorlds()
})
afterAll(() => {
  worlds.close()
})

/** What the command does. */
const links: Readonly<Record<string, string>> = {
  'the log of HEAD': 'ln -sf "$OUT/victim" .git/logs/HEAD',
  'the log of a branch': 'ln -sf "$OUT/victim" .git/logs/refs/heads/main',
  'a folder of logs that was elsewhere':
    'mv .git/logs kept; cp -r kept moved; ln -sf "$OUT/victim" moved/HEAD; mv moved .git/logs',
  'a folder that is a link': 'mv .git/logs kept; ln -sf "$OUT/victim" kept/HEAD; ln -s "$PWD/kept" .git/logs',
  'the message of a commit': 'ln -sf "$OUT/victim" .git/COMMIT_EDITMSG',
  'a branch that stands for a name elsewhere':
    'echo "ref: refs/../../../$(basename "$OUT")/made" > .git/refs/heads/side',
  'a HEAD that stands for a name elsewhere':
    'echo "ref: refs/heads/../../../../$(basename "$OUT")/made" > .git/HEAD',
  'what was fetched': 'ln -sf "$OUT/victim" .git/FETCH_HEAD',
}

describe.each(oneBySeed('git state links', users))('as %s', (user) => {
  test.each(Object.entries(links))('nothing outside is written by way of %s', async (_, script) => {
    const world = worlds.of(user)
    const env = { OUT: world.outside, GIT_AUTHOR_NAME: 'n', GIT_COMMITTER_NAME: 'n', EMAIL: 'a@b' }
    const plainly = { env, confined: false }
    const isWritten = async (confined: boolean): Promise<boolean> => {
      await world.rest()
      const empty = 'find . -mindepth 1 -maxdepth 1 -exec rm -rf {} +'
      const made =
        'git init -q -b main .; git commit -q --allow-empty -m a; rm -f $OUT/*; echo as it was > $OUT/victim'
      expect(await world.sh(`${empty}; ${made}`, plainly)).toMatchObject({ exitCode: 0 })
      await world.sh(script, { env, confined })
      await world.sh('git commit -q --allow-empty -m b; git branch -f side; git fetch -q . main', plainly)
      const isAsItWas = readFileSync(join(world.outside, 'victim'), 'utf8') === 'as it was\n'
      return !isAsItWas || readdirSync(world.outside).length > 1
    }
    expect(await isWritten(false)).toBe(true)
    expect(await isWritten(true)).toBe(false)
  })
})
