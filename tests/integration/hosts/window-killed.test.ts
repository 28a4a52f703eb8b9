import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, onTestFailed, test } from 'vitest'
import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { SessionSummary } from '@shared/domain/session'
import type { OpenedRecord } from '@shared/ipc/contract'
import { shellCall } from '../../fakes/app-server-home'
import { someBySeed } from '../../fakes/by-seed'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { killHard, ofHome } from '../../fakes/ours-alive'
import { serveWindow, type ServeWindow } from '../../fakes/serve-window'
import { attachedTo, endEngines } from '../../fakes/ssh-host'
import { lostOf, type Told } from '../../fakes/told-lines'

/** SIGKILL of a window, of its ssh and of the engine there, while a turn runs there, a question waits and a port of the host is open here. */

/** The lines of each of a turn's two commands. */
const steps = 8
/** Says `here` to whoever connects, and writes down that they went. */
const server = `require('node:net').createServer((socket) => {
  socket.on('data', () => socket.write('here')).on('error', () => {})
  socket.on('close', () => require('node:fs').appendFileSync('closed.txt', 'x'))
}).listen(4573)
`
const words = { serve: 'serve and ask', work: 'work and ask', on: 'go on' }
let world: HostWorld
let window: ServeWindow | undefined
beforeAll(async () => {
  world = await hostWorld(({ body }) => {
    const { input } = body as { input: readonly { type: string }[] }
    const said = JSON.stringify(input)
    const outputs = input.filter(({ type }) => type === 'function_call_output').length
    const call = `call-${String(outputs)}`
    if (said.includes(words.serve)) {
      const cmd = `${process.execPath} ${world.project}/server.cjs`
      const yields = { cmd, yield_time_ms: 250 }
      if (outputs === 0) return { calls: [{ id: call, name: 'exec_command', arguments: yields }] }
      return outputs === 1
        ? shellCall(call, 'touch', join(world.folder, 'asked.txt'))
        : { text: 'Done there.' }
    }
    if (outputs > 2 || said.includes(words.on)) return { text: 'Done there.' }
    if (outputs === 2) return shellCall(call, 'bash', '-c', `echo once >> ${answered()}`)
    const each = `echo c${String(outputs)}-$n | tee -a ran.txt; sleep 0.03`
    return {
      text: 'I will.',
      ...shellCall(call, 'bash', '-c', `for n in $(seq ${String(steps)}); do ${each}; done`),
    }
  })
  writeFileSync(join(world.project, 'server.cjs'), server)
})
afterAll(() => world.close())
afterEach(async () => {
  await window?.stop()
  window = undefined
})

const home = (): string => world.env.COUNTERSIGN_HOME ?? ''
const answered = (): string => join(world.folder, 'answered.txt')
const ran = (): string => join(world.project, 'ran.txt')
const closed = (): string => join(world.project, 'closed.txt')
const allLines = [0, 1].flatMap((call) =>
  Array.from({ length: steps }, (_, n) => `c${String(call)}-${String(n + 1)}`),
)
const linesOf = (file: string): readonly string[] =>
  existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []

/** The processes of commands in the project there, with what holds them; of these alone, where they are given: a new engine may hold places of its own. */
const commandsThere = (of?: readonly string[]): readonly string[] =>
  (of ?? readdirSync('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => argsOf(pid).includes(world.project))
/** What of them there was when the engine was killed. */
let there: readonly string[] = []
function argsOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
  } catch {
    return '' // it ended while we looked
  }
}

/** What is killed, and which of its processes there are at a moment. */
const victims = {
  'the window': () => ofHome(home(), 'serve'),
  'its ssh': () => ofHome(home(), 'ssh'),
  'the engine there': () => world.engines(),
}
type Victim = keyof typeof victims
const names = Object.keys(victims) as Victim[]

/** Sixty of them: each victim, twenty times, after so many events of the turn that the window was told. */
const kills = Array.from({ length: 60 }, (_, at) => ({
  victim: names[Math.floor((at * names.length) / 60)] ?? 'the window',
  events: Math.floor(((at * 0.618) % 1) * 40),
}))

const shown = (): ServeWindow => {
  if (!window) throw new Error('there is no window')
  return window
}
const connected = () =>
  expect
    .poll(async () => ((await shown().hello()).hosts ?? []).map(({ state }) => state))
    .toEqual(['connected'])
async function open(): Promise<void> {
  window = await serveWindow(world.env)
  await connected()
}
/** What the window was told of a session by pushes; what it is told of what waits when it connects is no part of a record. */
const toldOf = (sessionId: string): readonly SessionEvent[] =>
  shown()
    .pushes()
    .flatMap((push) => (push.kind === 'events' ? push.events : []))
    .filter(
      (each) => each.sessionId === sessionId && !(each.seq === 1 && each.event.type.startsWith('approval')),
    )
const recordOf = async (sessionId: string): Promise<readonly SessionEvent[]> =>
  (await shown().ask<OpenedRecord>('session.open', { sessionId })).events
const eventsOf = (all: readonly SessionEvent[]): readonly AgentEvent[] => all.map(({ event }) => event)
const asToldLines = (all: readonly SessionEvent[]): readonly Told[] =>
  all.map(({ sessionId, event }) => ({ ...event, sessionId }))
const outcomes = async (sessionId: string): Promise<readonly string[]> =>
  eventsOf(await recordOf(sessionId)).flatMap((event) =>
    event.type === 'turn.finished' ? [event.outcome] : [],
  )
const waitingIn = (sessionId: string): readonly string[] =>
  shown()
    .waiting()
    .flatMap((request) => (request.sessionId === sessionId ? [request.id] : []))

/** Begins a turn there from the window; its session. */
async function begin(text: string): Promise<string> {
  const { id } = await shown().ask<SessionSummary>('session.create', { host: 'build1', cwd: world.project })
  await shown().ask('turn.start', { sessionId: id, text })
  return id
}

/** Whether a port of this machine is open. */
async function isOpen(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const open = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.on('error', () => undefined).destroy()
  return open
}

interface Asking {
  readonly place: { readonly sessionId: string; readonly callId: string; readonly port: number }
  /** The port here, and a connection to it that stays. */
  readonly port: number
  readonly staying: Socket
  readonly request: string
}

/** A session there with a question that waits, whose server is reached through a port here. */
async function serving(): Promise<Asking> {
  const sessionId = await begin(words.serve)
  let callId = ''
  await expect
    .poll(() => {
      const event = eventsOf(toldOf(sessionId)).findLast(({ type }) => type === 'command.ports')
      if (event?.type === 'command.ports' && event.ports.length > 0) callId = event.callId
      return [callId !== '', waitingIn(sessionId).length]
    })
    .toEqual([true, 1])
  const place = { sessionId, callId, port: 4573 }
  const { url } = await shown().ask<{ url: string }>('port.open', place)
  const port = Number(new URL(url).port)
  const staying = connect(port, '127.0.0.1').on('error', () => undefined)
  staying.write('stay')
  await once(staying, 'data')
  return { place, port, staying, request: waitingIn(sessionId)[0] ?? '' }
}

/** Kills it once the window was told so many events of a turn, or that turn asks. */
async function kill(victim: Victim, session: string, events: number): Promise<void> {
  const reached = () => toldOf(session).length >= events || waitingIn(session).length > 0
  await expect.poll(reached, { interval: 2 }).toBe(true)
  const found = victims[victim]()
  expect(found.length).toBeGreaterThan(0)
  for (const pid of found) killHard(pid)
  there = commandsThere()
}

/** What of turns, commands and requests is never folded into what comes later, each by its number. */
const lasting = (all: readonly SessionEvent[]): readonly string[] =>
  all
    .filter(({ event }) =>
      /^(turn|command|approval)\.(started|finished|requested|resolved)$/.test(event.type),
    )
    .map(({ seq, event }) => `${String(seq)} ${event.type} ${'callId' in event ? event.callId : ''}`)
/** The lines of the commands that were told; what a shell says of itself when it starts is no matter here. */
const saidIn = (told: readonly SessionEvent[]): readonly string[] =>
  eventsOf(told)
    .map((event) => (event.type === 'command.output' ? event.text : ''))
    .join('')
    .split('\n')
    .filter((line) => /^c\d+-\d+$/.test(line))
function expectRising(all: readonly SessionEvent[]): void {
  const seqs = all.map(({ seq }) => seq)
  expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b))
}

/** The engine lives: what was told is whole, the port leads there again, both questions wait, and each is answered once. */
async function goesOn(asking: Asking, session: string, before: readonly SessionEvent[]): Promise<void> {
  const { place, request } = asking
  const { sessionId, callId } = place
  const late = await recordOf(session)
  await expect.poll(() => [waitingIn(place.sessionId), waitingIn(session).length]).toEqual([[request], 1])
  const [answer = ''] = waitingIn(session)
  const asked = shown()
    .waiting()
    .find(({ id }) => id === answer)
  const offerId = asked?.offers.find(({ kind }) => kind === 'only-this')?.id ?? ''
  const allow = { kind: 'allow', offerId, scope: 'once' } as const
  expect(await shown().decide(answer, allow)).toEqual({ kind: 'accepted' })
  expect(await shown().decide(request, { kind: 'deny' })).toEqual({ kind: 'accepted' })
  for (const id of [session, place.sessionId]) await expect.poll(() => outcomes(id)).toEqual(['completed'])

  const record = await recordOf(session)
  await expect.poll(() => toldOf(session).at(-1)?.seq).toBe(record.at(-1)?.seq)
  const told = toldOf(session)
  for (const each of [told, record, late]) expectRising(each)
  // What a window was told later begins where the record that it opened ended, at the latest.
  const first = told[0]?.seq ?? 0
  expect(first).toBeLessThanOrEqual((late.at(-1)?.seq ?? 0) + 1)
  expect(lasting(told)).toEqual(lasting(record.filter(({ seq }) => seq >= first)))
  expect(lasting(record)).toEqual(expect.arrayContaining([...lasting(before)]))
  if (first === 1) expect(saidIn(told)).toEqual(allLines)
  expect([linesOf(ran()), linesOf(answered())]).toEqual([allLines, ['once']])

  const { url } = await shown().ask<{ url: string }>('port.open', place)
  const again = Number(new URL(url).port)
  expect(await isOpen(again)).toBe(true)
  expect(await shown().ask('process.stop', { sessionId, callId })).toEqual({ stopped: true })
  await expect.poll(() => isOpen(again)).toBe(false)
}

/** The engine is gone: its turns are over, its questions are, and nothing is begun anew; the sessions are gone on with. */
async function isOver(
  { place, request }: Asking,
  session: string,
  before: readonly SessionEvent[],
): Promise<void> {
  await expect.poll(() => [place.sessionId, session].map(waitingIn)).toEqual([[], []])
  const states = eventsOf(await recordOf(place.sessionId)).flatMap((event) =>
    event.type === 'approval.requested' ? [event.request.state] : [],
  )
  expect([states, await outcomes(place.sessionId)]).toEqual([['expired'], ['interrupted']])
  expect((await shown().decide(request, { kind: 'deny' })).kind).not.toBe('accepted')
  await expect(shown().ask('port.open', place)).rejects.toThrow('Nothing listens on port')
  await expect.poll(() => commandsThere(there)).toEqual([])
  await shown().ask('turn.start', { sessionId: session, text: words.on })
  await expect.poll(async () => (await outcomes(session)).at(-1)).toBe('completed')
  expect(lostOf(asToldLines(before), asToldLines(await recordOf(session)))).toEqual({ lost: [], open: 0 })
  expect(linesOf(ran())).toEqual(allLines.slice(0, linesOf(ran()).length))
  expect(linesOf(answered())).toEqual([])
}

test.each(someBySeed('kills of a window, of ssh and of an engine', kills, names.length))(
  '$victim is killed after $events events of a turn: each event is told once, nothing runs twice, and no port stays open',
  { timeout: 180_000 },
  async ({ victim, events }) => {
    // What a row leaves that fails is no matter of the next.
    onTestFailed(() => endEngines(world.base))
    for (const file of [ran(), answered(), closed()]) rmSync(file, { force: true })
    await open()
    const asking = await serving()
    const session = await begin(words.work)
    const cut = new Promise((resolve) => asking.staying.once('close', resolve))
    await kill(victim, session, events)
    await cut
    await expect.poll(() => isOpen(asking.port)).toBe(false)
    if (victim === 'the window') {
      await expect.poll(() => [ofHome(home()), attachedTo(world.base)]).toEqual([[], []])
      await shown().stop()
    }
    const before = toldOf(session)
    expectRising(before)
    expect(saidIn(before)).toEqual(allLines.slice(0, saidIn(before).length))
    if (victim === 'the window') await open()
    else await connected()
    if (victim === 'the engine there') await isOver(asking, session, before)
    else {
      await expect.poll(() => existsSync(closed())).toBe(true)
      await goesOn(asking, session, before)
    }
    expect(existsSync(join(world.folder, 'asked.txt'))).toBe(false)
    await shown().stop()
    const left = () => commandsThere(victim === 'the engine there' ? there : undefined)
    await expect.poll(() => [ofHome(home()), attachedTo(world.base), left()]).toEqual([[], [], []])
    expect(world.engines().length).toBe(1)
  },
)
