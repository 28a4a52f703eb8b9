import { describe, expect, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { shPrepared } from './harness/held'
import { openWorlds, users as all } from './harness/world'

const users = oneBySeed('last moments', all)

/** Each user by turns. */
const chosen = oneBySeed('users of last moments', users)

/** What still runs when a command ends is ended without noticing anything before: no call fails that worked until then. */
const worlds = openWorlds()

const rows: readonly (readonly [name: string, script: string])[] = [
  ['a loop in the shell', '(while :; do mkdir -p d && rmdir d || { echo failed >> log; exit; }; done) 2>> log & sleep 0.1'],
  ['several', 'for i in 1 2 3 4; do (while :; do : > f$i || { echo failed >> log; exit; }; done) 2>> log & done; sleep 0.1'],
  ['in sessions of their own', 'for i in 1 2 3; do setsid sh -c "while :; do : > f$i || { echo failed >> log; exit; }; done" 2>> log & done; sleep 0.1'],
  ['one that ignores what can be ignored', `perl -e '$SIG{$_} = "IGNORE" for qw(HUP INT TERM QUIT); while (1) { mkdir "e" or $!{EEXIST} or exec "sh", "-c", "echo failed >> log"; rmdir "e" }' & sleep 0.1`],
] // prettier-ignore

describe.each(chosen)('as %s', (user) => {
  test.for(rows)('%s', async ([, script]) => {
    const world = worlds.of(user)
    const whole = `rm -rf log d e; : > log; ${script}`
    const read = async () => {
      const log = await world.sh('cat log', { confined: false })
      return 'output' in log ? log.output.stdout : JSON.stringify(log)
    }
    for (let round = 0; round < 8; round++) {
      expect(await world.sh(whole, { inTurn: false })).toMatchObject({ kind: 'exited', exitCode: 0 })
      expect(await read()).toBe('')
    }
    expect(await shPrepared(world, whole)).toMatchObject({ kind: 'exited', exitCode: 0 })
    expect(await read()).toBe('')
  })

  test.for([
    ['exit 7', 7],
    ['kill -TERM $$', 143],
    ['kill -KILL $$', 137],
    ['sleep 60 & kill -SEGV $$', 139],
  ] as const)('%s ends with %i all the same', async ([script, exitCode]) => {
    expect(await worlds.of(user).sh(script)).toMatchObject({ kind: 'exited', exitCode })
  })
})
