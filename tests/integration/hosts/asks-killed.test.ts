import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { HostAsk } from '@shared/domain/host-ask'
import { someBySeed } from '../../fakes/by-seed'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { killHard, ofHome } from '../../fakes/ours-alive'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { passphrase } from '../../fakes/ssh-host'

/** SIGKILL of ssh, of what asks for it, and of the window, while ssh asks or is about to. */

let world: HostWorld
let window: ServeWindow | undefined
beforeAll(async () => {
  world = await hostWorld([])
  const table = `[hosts.build1]\ncommand = ${JSON.stringify(world.ssh.asking({ by: 'locked-key' }))}\nengine = ${JSON.stringify(world.engine)}\n`
  writeFileSync(join(home(), 'config.toml'), table)
})
afterAll(() => world.close())
afterEach(async () => {
  await window?.stop()
  window = undefined
})

const home = (): string => world.env.COUNTERSIGN_HOME ?? ''
const sockets = () => (existsSync(join(home(), 'askpass')) ? readdirSync(join(home(), 'askpass')) : [])
const asked = async (): Promise<HostAsk | undefined> => (await window?.hello())?.hostAsk
const state = async () => (await window?.hello())?.hosts?.find(({ name }) => name === 'build1')?.state

const victims = {
  ssh: () => ofHome(home(), 'ssh'),
  'what asks for ssh': () => ofHome(home()).filter((pid) => !isWindow(pid) && !victims.ssh().includes(pid)),
  'the window': () => ofHome(home(), 'serve'),
}
const isWindow = (pid: number): boolean => victims['the window']().includes(pid)
type Victim = keyof typeof victims

const names = Object.keys(victims) as Victim[]
const moments = Array.from({ length: 60 }, (_, at) => ({
  victim: names[at % names.length] ?? 'ssh',
  /** From when ssh is there, or from when it asks. */
  since: at % 2 === 0 ? 'it asks' : 'it is there',
  ms: (at * 37) % 250,
}))

test.each(someBySeed('kills while ssh asks', moments, 6))(
  '$victim is killed $ms ms after ssh says that $since: nothing stays of it, and the next question is answered',
  { timeout: 120_000 },
  async ({ victim, since, ms }) => {
    window = await serveWindow(world.env)
    await (since === 'it asks'
      ? expect.poll(asked, { timeout: 60_000 }).toBeDefined()
      : expect.poll(() => victims.ssh().length, { timeout: 60_000 }).toBeGreaterThan(0))
    await delay(ms)
    // Another window counts its questions anew.
    const before = victim === 'the window' ? undefined : await asked()
    for (const pid of victims[victim]()) killHard(pid)
    if (victim === 'the window') {
      await expect.poll(() => ofHome(home()), { timeout: 60_000 }).toEqual([])
      window = await serveWindow(world.env)
    }
    // It is another question, and that of before is over. Of a key that is not opened ssh may go on to ask once more.
    await expect.poll(async () => (await asked())?.id, { timeout: 60_000 }).not.toBe(before?.id)
    await expect
      .poll(
        async () => {
          const now = await asked()
          if (now) await window?.request('host.answer', { ask: now.id, answer: passphrase })
          else if ((await state()) === 'over') await window?.request('host.retry', { name: 'build1' })
          return state()
        },
        { timeout: 60_000 },
      )
      .toBe('connected')
    // The socket of the command that is there now, and none of one that is not.
    expect(sockets().length).toBe(1)
    await window.stop()
    await expect.poll(() => [ofHome(home()), sockets()], { timeout: 60_000 }).toEqual([[], []])
  },
)
