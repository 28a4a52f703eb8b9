import { afterAll, afterEach, beforeAll, expect, onTestFailed, test } from 'vitest'
import type { SessionEvent } from '@shared/domain/agent-event'
import { someBySeed } from '../../fakes/by-seed'
import { hostWorld, type HostWorld } from '../../fakes/host-world'
import { killHard, ofHome } from '../../fakes/ours-alive'
import { attachedTo, endEngines } from '../../fakes/ssh-host'
import {
  allLines,
  expectRising,
  isOpen,
  saidIn,
  serveOrWork,
  WindowAtHost,
  words,
  type Asking,
} from '../../fakes/window-at-host'

/** SIGKILL of a window, of its ssh and of the engine there, while a turn runs there, a question waits and a port of the host is open here. */

let world: HostWorld
let at: WindowAtHost
beforeAll(async () => {
  world = await hostWorld(serveOrWork(() => world))
})
afterAll(() => world.close())
afterEach(() => at.stop())

const home = (): string => world.env.COUNTERSIGN_HOME ?? ''

/** What is killed, and which of its processes there are at a moment. */
const victims = {
  'the window': () => ofHome(home(), 'serve'),
  'its ssh': () => ofHome(home(), 'ssh'),
  'the engine there': () => world.engines(),
}
type Victim = keyof typeof victims
const names = Object.keys(victims) as Victim[]

/** Sixty of them: each victim, twenty times, after so many events of the turn that the window was told. */
const kills = Array.from({ length: 60 }, (_, nth) => ({
  victim: names[Math.floor((nth * names.length) / 60)] ?? 'the window',
  events: Math.floor(((nth * 0.618) % 1) * 40),
}))

/** Kills it once the window was told so many events of a turn, or that turn asks; what of commands there was then. */
async function kill(victim: Victim, session: string, events: number): Promise<readonly string[]> {
  await at.told(session, events)
  const found = victims[victim]()
  expect(found.length).toBeGreaterThan(0)
  for (const pid of found) killHard(pid)
  return at.commands()
}

/** What of turns, commands and requests is never folded into what comes later, each by its number. */
const lasting = (all: readonly SessionEvent[]): readonly string[] =>
  all
    .filter(({ event }) =>
      /^(turn|command|approval)\.(started|finished|requested|resolved)$/.test(event.type),
    )
    .map(({ seq, event }) => `${String(seq)} ${event.type} ${'callId' in event ? event.callId : ''}`)

/** The engine lives: what was told is whole, the port leads there again, both questions wait, and each is answered once. */
async function goesOn(asking: Asking, session: string, before: readonly SessionEvent[]): Promise<void> {
  const { place, request } = asking
  const { sessionId, callId } = place
  const late = await at.recordOf(session)
  await expect
    .poll(() => [at.waitingIn(place.sessionId), at.waitingIn(session).length])
    .toEqual([[request], 1])
  const [answer = ''] = at.waitingIn(session)
  const asked = at.window.waiting().find(({ id }) => id === answer)
  const offerId = asked?.offers.find(({ kind }) => kind === 'only-this')?.id ?? ''
  const allow = { kind: 'allow', offerId, scope: 'once' } as const
  expect(await at.window.decide(answer, allow)).toEqual({ kind: 'accepted' })
  expect(await at.window.decide(request, { kind: 'deny' })).toEqual({ kind: 'accepted' })
  for (const id of [session, place.sessionId]) await expect.poll(() => at.outcomes(id)).toEqual(['completed'])

  const record = await at.recordOf(session)
  await expect.poll(() => at.toldOf(session).at(-1)?.seq).toBe(record.at(-1)?.seq)
  const told = at.toldOf(session)
  for (const each of [told, record, late]) expectRising(each)
  // What a window was told later begins where the record that it opened ended, at the latest.
  const first = told[0]?.seq ?? 0
  expect(first).toBeLessThanOrEqual((late.at(-1)?.seq ?? 0) + 1)
  expect(lasting(told)).toEqual(lasting(record.filter(({ seq }) => seq >= first)))
  expect(lasting(record)).toEqual(expect.arrayContaining([...lasting(before)]))
  if (first === 1) expect(saidIn(told)).toEqual(allLines)
  expect([at.ran, at.answered]).toEqual([allLines, ['once']])

  const { url } = await at.window.ask<{ url: string }>('port.open', place)
  const again = Number(new URL(url).port)
  expect(await isOpen(again)).toBe(true)
  expect(await at.window.ask('process.stop', { sessionId, callId })).toEqual({ stopped: true })
  await expect.poll(() => isOpen(again)).toBe(false)
}

test.each(someBySeed('kills of a window, of ssh and of an engine', kills, names.length))(
  '$victim is killed after $events events of a turn: each event is told once, nothing runs twice, and no port stays open',
  { timeout: 180_000 },
  async ({ victim, events }) => {
    // What a row leaves that fails is no matter of the next.
    onTestFailed(() => endEngines(world.base))
    at = new WindowAtHost(world, 'build1')
    await at.open()
    const asking = await at.serving()
    const session = await at.begin(words.work)
    const cut = new Promise((resolve) => asking.staying.once('close', resolve))
    const there = await kill(victim, session, events)
    await cut
    await expect.poll(() => isOpen(asking.port)).toBe(false)
    if (victim === 'the window') {
      await expect.poll(() => [ofHome(home()), attachedTo(world.base)]).toEqual([[], []])
      await at.window.stop()
    }
    const before = at.toldOf(session)
    expectRising(before)
    expect(saidIn(before)).toEqual(allLines.slice(0, saidIn(before).length))
    if (victim === 'the window') await at.open()
    else await at.stands('connected')
    if (victim === 'the engine there') await at.isOver(asking, { session, before, there })
    else {
      await expect.poll(() => at.closed).toBe(true)
      await goesOn(asking, session, before)
    }
    expect(at.asked).toBe(false)
    await at.stop()
    const left = () => at.commands(victim === 'the engine there' ? there : undefined)
    await expect.poll(() => [ofHome(home()), attachedTo(world.base), left()]).toEqual([[], [], []])
    expect(world.engines().length).toBe(1)
  },
)
