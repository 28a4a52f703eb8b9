import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { someBySeed } from '../../fakes/by-seed'
import { containerWorld, noContainer, type ContainerWorld } from '../../fakes/container-world'
import { ofHome } from '../../fakes/ours-alive'
import { attachedTo } from '../../fakes/ssh-host'
import {
  allLines,
  expectRising,
  isOpen,
  saidIn,
  serveOrWork,
  WindowAtHost,
  words,
} from '../../fakes/window-at-host'

/**
 * SIGKILL of the container that a window works in, with all that runs there, while a turn does, a question waits and a port of it is open here. The container
 * is one with a sandbox in it: where it is the only boundary itself, no ports of commands are known (container-killed has both).
 */

let world: ContainerWorld
let at: WindowAtHost | undefined
beforeAll(async () => {
  world = await containerWorld(
    serveOrWork(() => world),
    '',
    'on-failure',
  )
  world.configure({ plain: { plain: true } })
})
afterAll(() => world.close())
afterEach(async () => {
  await at?.stop()
  await world.endEngines()
})

const home = (): string => world.env.COUNTERSIGN_HOME ?? ''

/** Twenty times, as each victim of window-killed: after so many events of the turn that the window was told. */
const kills = Array.from({ length: 20 }, (_, nth) => Math.floor(((nth * 0.618) % 1) * 40))

test.skipIf(noContainer).each(someBySeed('kills of a container that a window works in', kills, 4))(
  'the container is killed after %i events of a turn: the window says so and comes back to what is on record, nothing runs twice, and no port stays open',
  { timeout: 180_000 },
  async (events) => {
    at = new WindowAtHost(world, 'plain')
    await at.open()
    const asking = await at.serving()
    const session = await at.begin(words.work)
    const cut = new Promise((resolve) => asking.staying.once('close', resolve))
    await at.told(session, events)
    const there = at.commands()
    expect([there.length > 0, world.engines().length]).toEqual([true, 1])
    await world.open.kill()
    await cut
    await expect.poll(() => isOpen(asking.port)).toBe(false)
    await at.stands('lost')
    await expect.poll(() => [world.engines(), attachedTo(world.base), at?.commands()]).toEqual([[], [], []])
    // What is known stays in sight, and nothing that is pressed meanwhile is sent later.
    expect((await at.window.hello()).sessions.map(({ id }) => id)).toEqual(
      expect.arrayContaining([session, asking.place.sessionId]),
    )
    expect(at.waitingIn(asking.place.sessionId)).toEqual([asking.request])
    await expect(at.window.decide(asking.request, { kind: 'deny' })).rejects.toThrow('is not connected')
    const before = at.toldOf(session)
    expectRising(before)
    expect(saidIn(before)).toEqual(allLines.slice(0, saidIn(before).length))

    await world.open.start()
    await at.stands('connected')
    await at.isOver(asking, { session, before, there })
    expect(at.asked).toBe(false)
    await at.stop()
    await expect
      .poll(() => [ofHome(home()), attachedTo(world.base), at?.commands(there)])
      .toEqual([[], [], []])
    expect(world.engines().length).toBe(1)
  },
)
