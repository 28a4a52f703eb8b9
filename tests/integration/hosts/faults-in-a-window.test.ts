import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HostProblem } from '@shared/domain/host-problem'
import type { SessionSummary } from '@shared/domain/session'
import type { OpenedRecord } from '@shared/ipc/contract'
import { onlyInFull } from '../../fakes/by-seed'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'

let world: HostWorld
let window: ServeWindow
beforeAll(async () => {
  world = await hostWorld(() => ({ text: 'Done there.' }))
  const entry = ([name, { command, engine }]: [string, Host]): string =>
    `[hosts.${name}]\ncommand = ${JSON.stringify(command())}\nengine = ${JSON.stringify(engine?.() ?? 'none')}\n`
  world.configure(Object.entries(hosts).map(entry).join(''))
  window = await serveWindow(world.env)
})
afterAll(async () => {
  await window.stop()
  await world.close()
})

interface Host {
  readonly command: () => readonly string[]
  readonly engine?: () => string
  readonly state: 'connected' | 'connecting' | 'lost'
  readonly why?: HostProblem
  readonly said?: string
}
const sh = (script: string) => () => ['sh', '-c', script]
const greeting = `printf 'Welcome\\033]0;you are root\\007\\nbuild1: all is well\\n'; echo asked >&2; exec "$0" "$1"`

/** All of them stand in one window, beside the good one: that works while one of them stalls. */
const hosts: Readonly<Record<string, Host>> = {
  'wrong-command': {
    command: () => ['/no/such/program'],
    state: 'lost',
    why: { kind: 'early', end: { kind: 'not-started', program: '/no/such/program', code: 'ENOENT' } },
  },
  'missing-engine': {
    command: () => world.ssh.command,
    engine: () => 'not-there',
    state: 'lost',
    why: { kind: 'early', end: { kind: 'exit', code: 127 } },
    said: 'not-there',
  },
  banner: {
    command: sh(greeting),
    engine: () => world.engine,
    state: 'connected',
    said: 'Welcome\u001b]0;you are root\u0007\nbuild1: all is well\nasked',
  },
  // Its limit is a clock's: what comes of it is asked of the client at unit level, and waited for here in full alone.
  stall: {
    command: sh('exec sleep 600'),
    ...(onlyInFull('a host that stalls, to its limit')
      ? { state: 'lost', why: { kind: 'no-answer', seconds: 45 } }
      : { state: 'connecting' }),
  },
}

const row = async (name: string) => (await window.hello()).hosts?.find((each) => each.name === name)

test.each(Object.entries(hosts))(
  '%s: the row of that host says it in a window, and the good one beside it goes on',
  async (name, { state, why, said }) => {
    await expect.poll(async () => (await row('build1'))?.state).toBe('connected')
    await expect.poll(async () => (await row(name))?.state).toBe(state)
    const shown = await row(name)
    expect([shown?.why, shown?.said ?? '']).toEqual([
      why,
      said === undefined ? '' : expect.stringContaining(said),
    ])
    const begin = (host: string) => window.ask<SessionSummary>('session.create', { host, cwd: world.project })
    if (state !== 'connected') await expect(begin(name)).rejects.toThrow(`${name} is not connected.`)
    const { id } = await begin('build1')
    await window.ask('turn.start', { sessionId: id, text: 'go' })
    const outcomes = async (): Promise<readonly string[]> =>
      (await window.ask<OpenedRecord>('session.open', { sessionId: id })).events.flatMap(({ event }) =>
        event.type === 'turn.finished' ? [event.outcome] : [],
      )
    await expect.poll(outcomes).toEqual(['completed'])
    expect((await row('build1'))?.state).toBe('connected')
  },
)
