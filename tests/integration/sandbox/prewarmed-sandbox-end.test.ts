import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, inject, onTestFinished, test } from 'vitest'
import { oneBySeed } from '../../fakes/by-seed'
import { heldBy } from './harness/held'
import { openWorld, users, type User, type World } from './harness/world'

/** Each user by turns. */
const chosen = oneBySeed('users of prewarmed sandbox end', users)

/** A world of one test's own. */
function own(user: User): World {
  const world = openWorld({ bundle: inject('hostBundle'), user })
  onTestFinished(() => {
    world.close()
  })
  return world
}

/** Those that name the folder in their words. */
const processesIn = (folder: string): readonly string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder)
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error
      return false // it ended meanwhile
    }
  })

test('a sandbox that is held keeps no engine alive, and goes with it', async () => {
  const { host, workspace, ...world } = own('ordinary')
  expect(await world.run({ confined: true, command: ['true'] })).toMatchObject({ exitCode: 0 })
  expect(await world.settled()).toBeDefined()
  expect(heldBy(host.pid)).toHaveLength(1)
  const exit = once(host, 'exit')
  host.stdin?.end()
  expect(await exit).toEqual([0, null])
  expect(readdirSync(workspace)).toEqual([])
})

test.each(chosen)(
  'an engine that is killed takes it along, and the next one tidies up, as %s',
  async (user) => {
    const world = own(user)
    await world.sh('true')
    expect(await world.settled()).toBeDefined()
    expect(heldBy(world.host.pid)).toHaveLength(1)
    const exit = once(world.host, 'exit')
    world.host.kill('SIGKILL')
    await exit
    // No process stays that could hold it.
    expect(heldBy(world.host.pid)).toEqual([])
    expect(processesIn(world.workspace)).toEqual([])
    expect(readdirSync(world.workspace)).toEqual([])
    await own(user).sh('true', { inTurn: false })
    expect(readdirSync(world.workspace)).toEqual([])
  },
)
