import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Grant } from '@shared/domain/grant'
import { oneBySeed } from '../../fakes/by-seed'
import { offerMissing } from '../../../src/main/core/commands/offers'
import { identity } from './harness/everyday-table'
import { openWorlds, users, type World } from './harness/world'

/** Entries that are granted around, beside and below a workspace which lies some folders deep, as in a repository of many packages. */
const worlds = openWorlds()

const policy = { mode: 'workspace-write', exclude_slash_tmp: true, exclude_tmpdir_env_var: true }

describe.each(oneBySeed('granted entries', users))('granted entries, as %s', (user) => {
  let world: World
  let top = ''
  let workspace = ''
  const at = (name: string): string => join(top, name)
  const entry = (name: string): Grant => ({ kind: 'write', path: at(name), extent: 'entry' })
  const run = (script: string, grants: readonly Grant[] = []) =>
    world.run({
      ...{ confined: true, command: ['bash', '-ec', script], policy, grants, env: identity },
      ...{ cwd: workspace, workspace },
    })

  /** How it ended, once everything that it was stopped at was allowed, and how often that was. */
  async function allowed(script: string) {
    let grants: readonly Grant[] = []
    for (let asked = 0; ; asked += 1) {
      const result = await run(script, grants)
      if (result.kind !== 'exited') throw new Error(JSON.stringify(result))
      const evidence = result.evidence.filter(({ source }) => source === 'kernel')
      const offer = evidence.length > 0 && offerMissing(evidence, grants, { home: world.home })
      if (result.exitCode === 0 || !offer || asked > 9)
        return { exitCode: result.exitCode, asked, output: result.output.aggregated }
      grants = offer.grants
    }
  }

  beforeEach(async () => {
    world = worlds.of(user)
    top = join(world.outside, 'top')
    workspace = at('packages/one')
    const made = await world.run({
      ...{ confined: false, command: ['bash', '-ec', laid] },
      env: { ...identity, TOP: top, WORK: workspace },
    })
    expect(made).toMatchObject({ kind: 'exited', exitCode: 0 })
  })

  test('one beside the workspace, or around it, leaves the workspace writable and all else as it is', async () => {
    const made = 'mkdir ../two ../../new; echo x > in; mkdir sub; git init -q nested; echo y > ../two/y'
    expect(await run(made, [entry('packages/two'), entry('new')])).toMatchObject({ exitCode: 0 })
    for (const other of ['../../other/file', '../beside/file', '../../README', '../../other/new'])
      expect(await run(`echo z >> ${other}`, [entry('packages/two'), entry('new')])).toMatchObject({
        exitCode: 1,
        evidence: [expect.objectContaining({ target: at(join('packages/one', other)) }) as unknown],
      })
    expect(readFileSync(at('packages/two/y'), 'utf8')).toBe('y\n')
  })

  test('one in a folder beside another one, and one in a folder that is granted whole, can be made, moved and removed', async () => {
    const steps = 'rm ../../other/file; echo x > ../../new; mv ../../other/deep/a ../../other/deep/b'
    const deep: Grant = { kind: 'write', path: at('other/deep'), extent: 'tree' }
    const grants = [entry('new'), entry('other/file'), entry('other/deep/lock'), deep]
    expect(await run(steps, grants)).toMatchObject({ exitCode: 0 })
    expect([existsSync(at('other/file')), existsSync(at('other/deep/b'))]).toEqual([false, true])
    expect(await run('echo x >> ../../other/kept', grants)).toMatchObject({ exitCode: 1 })
  })

  test('what a command arms in the workspace is disarmed as without them', async () => {
    const arms = 'mkdir ../two; git init -q nested; git -C nested config core.fsmonitor ./evil'
    await run(arms, [entry('packages/two'), entry('new')])
    const config = join(workspace, 'nested/.git/config')
    expect(existsSync(dirname(config))).toBe(true)
    expect(existsSync(config) && readFileSync(config, 'utf8').includes('evil')).toBe(false)
  })

  test('what a command puts beside an entry of a git folder leads git nowhere', async () => {
    const evil = `cp -r ../../.git evil; git --git-dir=evil config core.fsmonitor '${workspace}/ran; false'`
    const plants =
      'echo ../packages/one/evil > ../../.git/commondir; ln -s ../evil/config ../../.git/config.worktree'
    await run(`${evil}; ${plants}`, [entry('.git/index.lock')])
    const uses = `printf '#!/bin/sh\ntouch ${top}/armed' > ran; chmod +x ran; cd ${top}; git status; git commit -q --allow-empty -m x`
    await world.run({ confined: false, command: ['bash', '-c', uses], env: identity, cwd: workspace })
    expect([existsSync(at('armed')), existsSync(at('.git/commondir'))]).toEqual([false, false])
  })

  test.each([
    ['a lock that is made, or the program fails', 'set -C; echo x > ../../lock; rm ../../lock', 1],
    ['an archive that is unpacked there', 'tar -C ../../other -xf ../../some.tar', 1],
    [
      'a commit of the repository around',
      'echo x > x; git add x; git commit -qm x; git log -1 | grep -q x',
      9,
    ],
    [
      'a push to a repository outside',
      // One commit, however often it is tried: each has a folder of its own to be asked for.
      '[ "$(git log -1 --format=%s)" = x ] || git commit -q --allow-empty -m x; git push -q ../bare HEAD:x',
      7,
    ],
  ])('%s gets through with what it was stopped at', async (_, script, most) => {
    const done = await allowed(script)
    expect(done, done.output).toMatchObject({ exitCode: 0 })
    expect(done.asked).toBeLessThanOrEqual(most)
  })
})

/** What lies around the workspace. */
const laid = `
  rm -rf "\${TOP%/top}"/*; mkdir -p "$WORK" "$TOP/other/deep" "$TOP/packages/beside"; cd "$TOP"
  echo r > README; for f in other/file other/kept other/deep/a packages/beside/file; do echo f > $f; done
  tar -cf some.tar README; git init -q -b main .; git add README; git commit -qm one; git clone -q --bare . ../bare`
