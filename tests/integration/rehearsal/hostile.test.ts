import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
  chownSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { openWorld, users, type World } from '../sandbox/harness/world'
import { perl } from '../sandbox/harness/attempts'
import { digestOf, rehearse, rehearsed, wide } from './harness'
import { attacks } from './hostile-table'

/** Whatever a command does in its rehearsal, nothing of the real world changes, and nothing of it is left. */
/** The processes of this machine with such a word in their command line. */
function running(word: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || name === String(process.pid)) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word)
    } catch {
      return false // it has gone
    }
  })
}

describe.each(oneBySeed('the user of rehearsal/hostile', users))('as %s', (user) => {
  let world: World
  beforeAll(() => {
    world = openWorld({ bundle: inject('hostBundle'), user })
    const { workspace, outside } = world
    mkdirSync(join(workspace, 'tree'))
    const files = [join(workspace, 'a'), join(workspace, 'tree/b'), join(outside, 'far')]
    for (const path of files) writeFileSync(path, `${path}\n`)
    symlinkSync(join(outside, 'far'), join(workspace, 'out'))
    symlinkSync(outside, join(workspace, 'away'))
    const { uid, gid } = lstatSync(workspace)
    for (const path of [join(workspace, 'tree'), ...files]) chownSync(path, uid, gid)
  })
  afterAll(() => {
    world.close()
  })

  const withPlaces = (script: string): string =>
    script.replaceAll('$O', world.outside).replaceAll('$W', world.workspace)

  test.each(attacks)('nothing changes %s', async (_, script) => {
    const before = digestOf(world.workspace, world.outside)
    await rehearsed(world, withPlaces(script), { bounds: { ...wide, timeoutMs: 5_000 } })
    expect(digestOf(world.workspace, world.outside)).toBe(before)
  })

  test('the same changes what is there without a rehearsal', async () => {
    const victim = join(world.workspace, 'victim')
    const result = await world.sh(`echo bad > /proc/self/root${victim}`, { confined: false })
    expect([result.kind, readFileSync(victim, 'utf8')]).toEqual(['exited', 'bad\n'])
  })

  test('what runs on ends with it, and no copies stay', async () => {
    const word = `mark-${user}-${String(process.pid)}`
    await rehearsed(world, `setsid sh -c 'sleep 600; : ${word}' & sh -c 'sleep 600; : ${word}' & sleep 0.1`)
    expect(running(word)).toEqual([])
  })

  test('one that does not end is ended, with what it changed until then', async () => {
    const found = await rehearsed(world, 'echo > begun; while :; do sleep 1; done', {
      bounds: { ...wide, timeoutMs: 1_500 },
    })
    expect(found.result.kind).toBe('timed-out')
    expect(found.changes.map(({ path }) => path)).toEqual([join(world.workspace, 'begun')])
  })

  test('one that writes too much is ended', async () => {
    const found = await rehearsed(
      world,
      'for i in 1 2 3 4 5 6 7 8 9; do head -c 60000000 /dev/zero > f$i; sleep 0.3; done; sleep 600',
      { bounds: { ...wide, maxBytes: 150_000_000 } },
    )
    expect(found).toMatchObject({ over: 'bytes', result: { kind: 'cancelled' } })
    expect(existsSync(join(world.workspace, 'f1'))).toBe(false)
  })

  test('one that makes too many entries is ended, and nothing of them is left', async () => {
    const found = await rehearsed(
      world,
      perl('mkdir "many"; for my $i (1 .. 5000) { open(my $f, ">", "many/$i") or die "$!" } sleep 600'),
      { bounds: { ...wide, maxEntries: 3_000 } },
    )
    expect(found).toMatchObject({ over: 'entries', result: { kind: 'cancelled' } })
    expect(found.changes.length).toBeLessThanOrEqual(3_000)
  })

  test('one that is called off ends at once', async () => {
    const found = await rehearsed(world, 'sleep 600', { abortAfterMs: 300 })
    expect(found).toMatchObject({ result: { kind: 'cancelled' }, changes: [] })
  })

  test('where there is no room, it is unavailable and says why', async () => {
    const bounds = { ...wide, maxBytes: 1e15 }
    expect(await rehearse(world, 'true', { bounds })).toMatchObject({
      kind: 'unavailable',
      reason: expect.stringContaining('MB free') as string,
    })
  })
})
