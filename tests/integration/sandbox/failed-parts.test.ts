import { describe, expect, test } from 'vitest'
import type { CommandOutcome } from '../../../src/shared/domain/command-outcome'
import { incidentalWrites } from '../../../src/main/core/commands/incidental-writes'
import { judgeResult } from '../../../src/main/core/commands/judge-result'
import { oneBySeed } from '../../fakes/by-seed'
import { openWorlds, users } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of failed parts', users)

/** Commands whose exit code is another part's than the one that the sandbox stopped. */
const worlds = openWorlds()
const policy = { mode: 'workspace-write', exclude_slash_tmp: true, exclude_tmpdir_env_var: true }

describe.each(chosen)('as %s', (user) => {
  const judged = async (script: string): Promise<CommandOutcome> => {
    const world = worlds.of(user)
    const env = { HOME: world.home, OUT: world.outside }
    const result = await world.sh(script, { env, policy })
    return judgeResult(result, 1000, incidentalWrites(world.home, env))
  }
  const refusedOf = (outcome: CommandOutcome): readonly string[] | undefined =>
    outcome.kind === 'exited' ? outcome.refused?.map(({ target }) => target) : [outcome.kind]

  test.each([
    ['in front of a filter', 'touch "$OUT/x" 2>&1 | tail -1'],
    ['in a group in front of one', '{ cd . && sh -c \'touch "$OUT/x"\'; } 2>&1 | cat | head -5'],
    ['with more behind it', 'touch "$OUT/x"; echo "exit: $?"'],
    ['in the background', 'touch "$OUT/x" & wait'],
    [
      'of a program with threads',
      `node -e "require('fs').promises.writeFile(process.env.OUT+'/x','')" | cat`,
    ],
  ])('%s, what was stopped stays with a success', async (_, script) => {
    const outcome = await judged(script)
    expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 })
    expect(refusedOf(outcome)).toEqual([`${worlds.of(user).outside}/x`])
  })

  test.each([
    ['a part that took the no for an answer', 'sh -c \'touch "$OUT/x" || mkdir -p made\' | cat'],
    ['a part that failed by itself', 'false | cat; grep -q nothing /etc/passwd; echo done'],
    ['a tool’s own notes', "sh -c 'touch ~/.python_history; exit 3' 2>&1 | tail -1"],
    ['a program that is not there', 'no-such-program 2>&1 | cat'],
  ])('%s is a success without a word', async (_, script) => {
    const outcome = await judged(script)
    expect(outcome).toMatchObject({ kind: 'exited', exitCode: 0 })
    expect(refusedOf(outcome)).toBeUndefined()
  })
})
