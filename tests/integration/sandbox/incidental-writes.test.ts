import { basename } from 'node:path'
import { describe, expect, test } from 'vitest'
import { incidentalTo } from '../../../src/main/core/commands/incidental-to-command'
import { incidentalWrites } from '../../../src/main/core/commands/incidental-writes'
import { judgeResult } from '../../../src/main/core/commands/judge-result'
import { bashParser } from '../../fakes/bash-parser'
import { oneBySeed } from '../../fakes/by-seed'
import { openWorlds, users } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of beside the work', users)

/** Real tools that fail for their own reason, and whose notes in the home folder are stopped as well. */
const worlds = openWorlds()
const policy = { mode: 'workspace-write', exclude_slash_tmp: true, exclude_tmpdir_env_var: true }
const manifest = `echo '{"name":"x","version":"1.0.0","scripts":{"test":"exit 7"}}' > package.json`

describe.each(chosen)('as %s', (user) => {
  const judged = async (script: string) => {
    const world = worlds.of(user)
    const env = { HOME: world.home }
    const result = await world.sh(script, { env, policy })
    return judgeResult(result, 1000, incidentalWrites(world.home, env))
  }

  test.each([
    ['npm test in a fresh home', `${manifest}; npm test`],
    ['npm run of a script that is not there', `${manifest}; npm run nothing`],
    ['a log beside a wrong answer', 'mkdir -p ~/.npm/_logs; touch ~/.cache/x ~/.python_history; exit 3'],
  ])('%s is no denial, and says what was stopped', async (_, script) => {
    const outcome = await judged(script)
    expect(outcome, JSON.stringify(outcome)).toMatchObject({ kind: 'exited' })
    expect(outcome).toHaveProperty('beside')
  })

  test.each([
    // Told by its environment to leave its index alone, it does not try.
    ['git status --short | grep nothing', 'exited', []],
    ['git diff --quiet', 'exited', ['index.lock']],
    // What does more than read was stopped.
    ['git diff --quiet; git add a; exit 1', 'denied', ['index.lock']],
  ])('%s where git may not write is %s', async (script, kind, tried) => {
    const world = worlds.of(user)
    const env = { HOME: world.home }
    const laid = `rm -rf * .git; git init -q; echo a > a; echo c > c; git add a c; echo b > c; touch -d @1 a`
    expect(await world.sh(laid, { env, confined: false })).toMatchObject({ exitCode: 0 })
    const result = await world.sh(script, { env, policy: { mode: 'read-only' } })
    if (result.kind !== 'exited') throw new Error('it did not end')
    const { evidence } = result
    expect(evidence.map(({ target }) => basename(target))).toEqual(tried)
    const parser = bashParser()
    const isIncidental = await incidentalTo(['bash', '-lc', script], evidence, {
      ...{ named: [], home: world.home, env, parser },
      succeeded: result.exitCode === 0,
    })
    expect(judgeResult(result, 1000, isIncidental).kind).toBe(kind)
  })

  test.each([
    // It writes the configuration without that branch, of which nothing stands there.
    ['git branch -D old', undefined],
    ['git -C . branch -q --delete --force old && echo gone', undefined],
    // As a tool that is set up by git and ends well without it: what failed is no part of the command's own.
    [`sh -c "sh -c 'git config core.hooksPath x; true'; true"`, ['config']],
    ['git branch -D old; git config a.b c', ['config']],
  ])('%s says of the configuration %j', async (script, told) => {
    const world = worlds.of(user)
    const env = { HOME: world.home }
    const laid = `rm -rf * .git; git init -qb main; git config user.email a@b; git config user.name a; git commit -qm a --allow-empty; git branch old`
    expect(await world.sh(laid, { env, confined: false })).toMatchObject({ exitCode: 0 })
    const result = await world.sh(script, { env })
    if (result.kind !== 'exited') throw new Error('it did not end')
    const succeeded = result.exitCode === 0
    const place = { named: [], home: world.home, env, parser: bashParser(), succeeded }
    const isIncidental = await incidentalTo(['bash', '-lc', script], result.evidence, place)
    const outcome = judgeResult(result, 1000, isIncidental)
    const said =
      outcome.kind === 'denied' ? outcome.evidence : outcome.kind === 'exited' ? outcome.refused : undefined
    expect(said && [...new Set(said.map(({ target }) => basename(target)))]).toEqual(told)
  })

  test('work that was stopped is a denial, whatever was noted beside it', async () => {
    const outside = worlds.of(user).outside
    const outcome = await judged(`${manifest}; touch ~/.python_history; echo x > ${outside}/x`)
    expect(outcome).toMatchObject({ kind: 'denied' })
  })
})
