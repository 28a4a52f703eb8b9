import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SessionEvent } from '@shared/domain/agent-event'
import { hostPipes, lineId } from '../../../src/main/adapters/host-pipe/host-pipe'
import { systemClock } from '../../../src/main/adapters/system/clock'
import { HostClient, type HostNotice } from '../../../src/main/core/host-link/host-client'
import { HostEngine } from '../../../src/main/hosts/terminal/remote/host-engine'
import { hostWorld, type HostWorld } from '../../fakes/host-world'

const shell = (...command: string[]) => ({
  text: 'I will.',
  calls: [{ name: 'shell', arguments: JSON.stringify({ command, timeout_ms: 60_000 }) }],
})

let world: HostWorld
let outside: string
beforeAll(async () => {
  world = await hostWorld((request) => {
    const { input } = request.body as { input: readonly { type: string }[] }
    const outputs = input.filter(({ type }) => type === 'function_call_output').length
    if (outputs % 3 === 0)
      return shell('bash', '-c', `for n in $(seq 60); do echo line-$n; sleep 0.05; done; echo x >> ran.txt`)
    return outputs % 3 === 1 ? shell('bash', '-c', `echo x >> ${outside}`) : { text: 'Done there.' }
  })
  outside = join(world.folder, 'outside.txt')
})
afterAll(() => world.close())

async function client(): Promise<{
  host: HostClient
  engine: HostEngine
  notices: HostNotice[]
  events: SessionEvent[]
}> {
  const settings = { command: [...world.ssh.command], engine: world.engine }
  const host = new HostClient({
    open: hostPipes(settings, process.env),
    ...{ version: world.version, clock: systemClock, lineId, withinMs: 60_000 },
  })
  const notices: HostNotice[] = []
  host.subscribe((notice) => {
    if (notice.kind !== 'push') notices.push(notice)
  })
  const { hello } = await host.connect()
  const engine = new HostEngine(host, hello.engine)
  const events: SessionEvent[] = []
  engine.subscribe((notice) => {
    if (notice.kind === 'event') events.push(notice.event)
  })
  await engine.begin()
  return { host, engine, notices, events }
}

const cut = (): void => {
  for (const pid of world.ssh.connections()) process.kill(pid, 'SIGKILL')
}

/** What text the events tell of a command's output. */
const outputOf = (events: readonly SessionEvent[]): string =>
  events.map(({ event }) => (event.type === 'command.output' ? event.text : '')).join('')

test(
  'ssh is killed again and again: the turn goes on, what waits waits, and every event is told once',
  { timeout: 240_000 },
  async () => {
    const { host, engine, notices, events } = await client()
    const session = await engine.createSession({ cwd: world.project })
    await engine.openSession(session.id)
    await engine.startTurn(session.id, 'go')
    const asked = (): SessionEvent | undefined =>
      events.find(({ event }) => event.type === 'approval.requested')
    const backs = (): number => notices.filter(({ kind }) => kind === 'back').length
    let cuts = 0
    for (; !asked() || cuts < 4; cuts += 1) {
      await delay(300 * ((cuts * 0.618) % 1))
      cut()
      await expect.poll(backs).toBe(cuts + 1)
    }
    // It waits while nobody is connected, and afterwards.
    cut()
    await delay(2_000)
    const request = asked()?.event
    if (request?.type !== 'approval.requested') throw new Error('nothing was asked')
    const offer = request.request.offers.find(({ kind }) => kind === 'only-this')
    const deciding = engine.decide(request.request.id, { kind: 'allow', offerId: offer?.id ?? '' }, 'client')
    cut()
    expect((await deciding).kind).toMatch(/accepted|already/)
    await expect.poll(() => events.some(({ event }) => event.type === 'turn.finished')).toBe(true)
    const seqs = events.filter(({ sessionId }) => sessionId === session.id).map(({ seq }) => seq)
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
    const lines = Array.from({ length: 60 }, (_, n) => `line-${String(n + 1)}\n`).join('')
    expect(outputOf(events)).toContain(lines)
    expect(existsSync(outside)).toBe(true)
    const { events: onRecord } = await host.request('session.open', { sessionId: session.id })
    const kinds = (all: readonly SessionEvent[]): readonly string[] =>
      all
        .map(({ event }) => event.type)
        .filter((type) => /turn|requested|resolved|started|finished/.test(type))
    expect(kinds(events)).toEqual(kinds(onRecord))
    host.close()
  },
)

test(
  'an engine that is killed is not pretended to go on: the run there is over, and that is said',
  { timeout: 120_000 },
  async () => {
    const { host, engine } = await client()
    const session = await engine.createSession({ cwd: world.project })
    await engine.openSession(session.id)
    await engine.startTurn(session.id, 'go')
    for (const pid of world.engines()) process.kill(pid, 'SIGKILL')
    await expect(engine.failed).rejects.toThrow('the engine there was ended, and what ran in it')
    host.close()
  },
)
