import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Grant } from '@shared/domain/grant'
import { SandboxPolicy } from '@shared/domain/sandbox-policy'
import { offerInWords } from '@shared/messages/offer'
import { oneBySeed } from '../../fakes/by-seed'
import { bashParser } from '../../fakes/bash-parser'
import { offerMissing, staysAsSaid } from '../../../src/main/core/commands/offers'
import { namedBy } from '../../../src/main/core/commands/removed-trees'
import { openWorlds, users, type World } from './harness/world'

const worlds = openWorlds()

const policy = { mode: 'workspace-write', exclude_slash_tmp: true, exclude_tmpdir_env_var: true }

/** What the person was offered, yes by yes, until the command was no longer stopped, and how it ended. */
async function allowed(world: World, script: string) {
  const command = ['bash', '-c', script]
  const { names } = await namedBy(command, world.home, bashParser())
  const offers: string[] = []
  let grants: readonly Grant[] = []
  for (;;) {
    const result = await world.run({ confined: true, command, policy, grants })
    if (result.kind !== 'exited') throw new Error(JSON.stringify(result))
    const evidence = result.evidence.filter(({ source }) => source !== 'guess')
    const { exitCode } = result
    const left = {
      exitCode,
      offers,
      left: readdirSync(world.outside).sort(),
      grants,
      output: result.output.aggregated,
    }
    if (exitCode === 0 || evidence.length === 0 || offers.length > 4) return left
    if (evidence.every(staysAsSaid(grants, { home: world.home, names })))
      return { ...left, offers: [...offers, 'nothing more'] }
    const offer = offerMissing(evidence, grants, { home: world.home, names })
    if (!offer) return { ...left, offers: [...offers, 'none'] }
    offers.push(offerInWords(offer, { sandboxPolicy: SandboxPolicy.parse(policy) }))
    grants = offer.grants
  }
}

describe.each(oneBySeed('removed trees', users))('a yes to a tree that goes, as %s', (user) => {
  let world: World
  beforeEach(async () => {
    world = worlds.of(user)
    const script = `
      rm -rf "${world.workspace}"/* "${world.outside}"/* "${world.home}"/*
      cd "${world.outside}" && mkdir -p tree/s1/s2 tree/void one empty keep && touch tree/a tree/s1/b tree/s1/s2/c one/x keep/k
      mkdir -p "${world.home}/old/sub" && touch "${world.home}/old/a" "${world.home}/old/sub/b"
      cd "${world.workspace}" && mkdir -p moved/in && touch moved/in/f`
    await world.run({ confined: false, command: ['sh', '-c', script] })
  })
  const only = (left: readonly string[]) => ({ exitCode: 0, left })
  const oneYes = { offers: [expect.any(String) as string] }

  test.each([
    ['rm -rf by its whole path', 'rm -rf $OUT/tree'],
    ['rm -rf by a path from the workspace', 'rm -rf ../outside/tree'],
    ['rm -rf in the folder around it', 'cd ../outside && rm -r tree/'],
  ])('%s leaves nothing, after one yes', async (_, script) => {
    const given = await allowed(world, script.replace('$OUT', world.outside))
    expect(given).toMatchObject({ ...only(['empty', 'keep', 'one']), ...oneYes })
    expect(given.offers[0]).toContain(`${world.outside}/tree`)
  })

  test('nothing beside the tree can be changed', async () => {
    const script = `rm -rf ${world.outside}/tree; rm -rf ${world.outside}/keep/k; echo x >> ${world.outside}/one/x`
    const { grants } = await allowed(world, `rm -rf ${world.outside}/tree`)
    await world.run({ confined: true, command: ['sh', '-c', script], policy, grants })
    expect([existsSync(join(world.outside, 'keep/k')), existsSync(join(world.outside, 'tree'))]).toEqual([
      true,
      false,
    ])
  })

  test('a folder that the words do not name goes in the end, each step asked', async () => {
    const given = await allowed(world, `d=${world.outside}; d=$d/tree; rm -rf "$d"`)
    expect(given).toMatchObject(only(['empty', 'keep', 'one']))
    expect(given.offers.length).toBe(2)
  })

  test('one file in a folder is one file, and the folder stays', async () => {
    const given = await allowed(world, `rm ${world.outside}/one/x`)
    expect(given).toMatchObject({
      ...only(['empty', 'keep', 'one', 'tree']),
      grants: [{ kind: 'write', path: `${world.outside}/one/x`, extent: 'entry' }],
    })
  })

  test('what a star names goes, and the folder stays', async () => {
    const given = await allowed(world, `rm -rf ${world.outside}/tree/*`)
    expect(given).toMatchObject({ ...only(['empty', 'keep', 'one', 'tree']), ...oneYes })
    expect(readdirSync(join(world.outside, 'tree'))).toEqual([])
  })

  test('an empty folder', async () => {
    expect(await allowed(world, `rmdir ${world.outside}/empty`)).toMatchObject({
      ...only(['keep', 'one', 'tree']),
      ...oneYes,
    })
  })

  test('find -delete', async () => {
    expect(await allowed(world, `find ${world.outside}/tree -delete`)).toMatchObject(
      only(['empty', 'keep', 'one']),
    )
  })

  test('a folder of the home directory: the offer says beforehand that it stays, and nothing is asked afterwards', async () => {
    const given = await allowed(world, `rm -rf ${world.home}/old`)
    expect(given.offers[0]).toContain(`${world.home}/old itself stays, empty`)
    // It was said: nobody is asked for it again.
    expect(given.offers.slice(1)).toEqual(['nothing more'])
    expect(readdirSync(join(world.home, 'old'))).toEqual([])
  })

  test('mv of a folder out of the workspace', async () => {
    const given = await allowed(world, `mv moved ${world.outside}/`)
    expect(given).toMatchObject({
      ...only(['empty', 'keep', 'moved', 'one', 'tree']),
      offers: [expect.any(String)],
      grants: [{ kind: 'write', path: `${world.outside}/moved`, extent: 'entry' }],
    })
    expect(existsSync(join(world.workspace, 'moved'))).toBe(false)
  })

  test('mv of a folder beside itself, outside', async () => {
    const given = await allowed(world, `mv ${world.outside}/tree ${world.outside}/new`)
    expect(given).toMatchObject({ ...only(['empty', 'keep', 'new', 'one']), ...oneYes })
  })
})
