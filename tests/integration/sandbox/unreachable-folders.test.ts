import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { heldBy } from './harness/held'
import { openWorld, users, type World } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of unreachable folders', users)

/** Folders that the engine's own user may not enter, where runs come by: a sentence or a run, and an engine that goes on. */
const bundle = inject('hostBundle')

describe.each(chosen)('as %s', (user) => {
  const opened: { close(): void }[] = []
  const open = (env: Readonly<Record<string, string>> = {}): World => {
    const world = openWorld({ bundle, user, env })
    opened.push(world)
    return world
  }
  afterAll(() => {
    for (const each of opened) each.close()
  })
  /** A folder outside that only its owner could enter, and its owner is somebody else, or lets nobody in. */
  const shut = (world: World): string => {
    const folder = join(world.outside, 'shut')
    mkdirSync(join(folder, 'in'), { recursive: true })
    writeFileSync(join(folder, 'in', 'file'), '')
    chmodSync(folder, 0o000)
    return folder
  }
  const answer = { kind: expect.stringMatching(/^(?:exited|failed)$/) as string }
  const goesOn = async (world: World): Promise<void> => {
    expect(await world.sh('echo still')).toMatchObject({ exitCode: 0, output: { stdout: 'still\n' } })
  }

  test.each(['file', 'tree', 'entry'] as const)('a grant of a %s behind one', async (extent) => {
    const world = open()
    const path = join(shut(world), 'in', 'file')
    expect(await world.sh('true', { grants: [{ kind: 'write', path, extent }] })).toMatchObject(answer)
    expect(await world.sh('true', { grants: [{ kind: 'read', path }] })).toMatchObject(answer)
    await goesOn(world)
  })

  test('a grant of an entry in a folder that cannot be listed', async () => {
    const world = open()
    const folder = join(world.outside, 'unlisted')
    mkdirSync(folder)
    chmodSync(folder, 0o311)
    if (user === 'ordinary') chownSync(folder, statSync(world.outside).uid, statSync(world.outside).gid)
    const result = await world.sh('true', {
      grants: [{ kind: 'write', path: join(folder, 'x'), extent: 'entry' }],
    })
    if (user === 'ordinary')
      expect(result).toMatchObject({
        kind: 'failed',
        reason: expect.stringContaining('cannot be seen') as string,
      })
    else expect(result).toMatchObject({ kind: 'exited', exitCode: 0 })
    await goesOn(world)
  })

  test('a folder to run in, and a writable root, behind one', async () => {
    const world = open()
    const inside = join(shut(world), 'in')
    expect(await world.sh('true', { cwd: inside })).toMatchObject(answer)
    expect(
      await world.sh('true', { policy: { mode: 'workspace-write', writable_roots: [inside] } }),
    ).toMatchObject(answer)
    await goesOn(world)
  })

  test('one that is shut between two commands of a turn', async () => {
    const world = open()
    const root = join(world.outside, 'root')
    mkdirSync(join(root, 'in'), { recursive: true })
    for (const each of [root, join(root, 'in')])
      chownSync(each, statSync(world.outside).uid, statSync(world.outside).gid)
    const policy = { mode: 'workspace-write', writable_roots: [join(root, 'in')] }
    expect(await world.sh('true', { policy })).toMatchObject({ kind: 'exited', exitCode: 0 })
    await expect.poll(() => heldBy(world.host.pid)).toHaveLength(1)
    chmodSync(root, 0o000)
    expect(await world.sh('true', { policy })).toMatchObject(answer)
    chmodSync(root, 0o755)
    await goesOn(world)
  })

  test("a runtime folder behind one is the temporary folder's instead", async () => {
    const world = open()
    await goesOn(open({ XDG_RUNTIME_DIR: join(shut(world), 'in') }))
  })

  test('a runtime folder in a place that commands may not read is refused in words', async () => {
    const home = `/var/tmp/cs-engine-home-${user}-${String(process.pid)}`
    opened.push({
      close: () => {
        rmSync(home, { recursive: true, force: true })
      },
    })
    mkdirSync(join(home, 'run'), { recursive: true, mode: 0o700 })
    const { uid, gid } = statSync(open().outside)
    for (const each of [home, join(home, 'run')]) chownSync(each, uid, gid)
    const world = open({ CS_ENGINE_HOME: home, XDG_RUNTIME_DIR: join(home, 'run') })
    expect(await world.sh('true')).toEqual({
      kind: 'failed',
      reason: `the sandbox's own folder ${home}/run/countersign-${String(uid)} lies in ${home}, which commands may not read: set XDG_RUNTIME_DIR to a folder elsewhere`,
    })
    expect(existsSync(home)).toBe(true)
    await goesOn(open({ CS_ENGINE_HOME: home }))
  })
})
