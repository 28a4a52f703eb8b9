import { FaultError } from '@shared/domain/fault'
import { expect, test } from 'vitest'
import type { AssessmentSettings } from '../../../../../../src/main/core/assessment/assessment-settings'
import { ViewSource } from '../../../../../../src/main/core/assessment/model-view/view-source'
import type { ViewSubject } from '../../../../../../src/main/core/assessment/model-view/view-subject'
import { heldParts } from '../../../../../fakes/fake-views'
import { opinionText, viewSubject } from '../../../../../fakes/view-subject'

function start(settings: Partial<AssessmentSettings> = {}) {
  const held = heldParts(settings)
  const views = new ViewSource(held.parts)
  const ask = (change: Partial<ViewSubject> = {}, signal = new AbortController().signal) => {
    const heard: string[] = []
    return { heard, ...views.ask(viewSubject(change), { signal, onText: (text) => heard.push(text) }) }
  }
  return { ...held, views, ask }
}

const given = {
  status: 'success',
  model: 'scripted',
  durationMs: 40,
  view: { description: 'Deletes everything in ~/.pi.', level: 'low', categories: ['data_deletion'] },
}

test('an answer is kept: the same question makes no second request', async () => {
  const { ask, requests, clock } = start()
  const first = ask()
  clock.advance(40)
  requests[0]?.finish(opinionText())
  expect(await first.settled).toEqual(given)
  const second = ask()
  expect(second.now).toEqual(given)
  expect(await second.settled).toEqual(given)
  expect(requests).toHaveLength(1)
})

test('a model is asked after what its question is to come after, and not where nobody waits any more', async () => {
  const { parts, requests } = heldParts({})
  const rounds: string[] = []
  const views = new ViewSource({ ...parts, nextRound: () => Promise.resolve(rounds.push('round')) })
  const told = Promise.withResolvers<undefined>()
  const given = new AbortController()
  const ask = (sessionId: string, signal: AbortSignal) =>
    views.ask(viewSubject({ sessionId }), { signal, onText: () => undefined, after: told.promise })
  const first = ask('s1', new AbortController().signal)
  const second = ask('s2', given.signal)
  expect([first.now.status, second.now.status, requests.length]).toEqual(['waiting', 'waiting', 0])
  given.abort()
  expect(await second.settled).toMatchObject({ status: 'cancelled' })
  told.resolve(undefined)
  await new Promise(setImmediate)
  expect([rounds.length, requests.length]).toEqual([2, 1])
  requests[0]?.finish(opinionText())
  expect(await first.settled).toMatchObject({ status: 'success' })
})

test('identical questions in flight are one request, and all hear it', async () => {
  const { ask, requests, clock } = start()
  const one = ask()
  await requests[0]?.say('{"description": "Deletes')
  clock.advance(40)
  const other = ask()
  expect(other.now).toEqual({ status: 'waiting', model: 'scripted', text: 'Deletes' })
  await requests[0]?.say(' everything')
  requests[0]?.finish(opinionText())
  expect([await one.settled, await other.settled]).toEqual([given, given])
  expect([one.heard, other.heard]).toEqual([['Deletes', 'Deletes everything'], ['Deletes everything']])
  expect(requests).toHaveLength(1)
})

test.each<[name: string, change: Partial<ViewSubject>]>([
  ['command', { command: ['bash', '-lc', 'rm -rf ~/.pj'] }],
  ['content', { content: 'y' }],
  ['folder', { cwd: '/home/ada' }],
  ['policy', { policy: { mode: 'read-only', network_access: false } }],
  ['roots', { roots: [] }],
  ['facts', { facts: [{ label: 'Deletes', value: '313 files', known: true }] }],
  ['script', { scripts: [{ title: 'a.sh', lines: [{ text: 'ls' }], cut: false }] }],
  ['evidence', { evidence: [] }],
  ['failure', { failure: 'failed in sandbox: Permission denied' }],
  ['kind', { kind: 'input' }],
  ['model', { model: 'other' }],
  ['provider', { provider: 'other' }],
  ['session', { sessionId: 's2' }],
])('another %s is another question', async (_, change) => {
  const { ask, requests } = start()
  const first = ask()
  requests[0]?.finish(opinionText())
  await first.settled
  expect(ask(change).now).toMatchObject({ status: 'waiting' })
  expect(requests).toHaveLength(2)
})

test.each<[name: string, fail: (held: ReturnType<typeof start>) => void, status: string]>([
  ['an unreadable answer', ({ requests }) => requests[0]?.finish('Looks fine.'), 'parse_error'],
  ['no answer', ({ requests }) => requests[0]?.finish(''), 'no_output'],
  [
    'a fault',
    ({ requests }) => requests[0]?.fail(new FaultError({ code: 'quota', message: 'none left' })),
    'model_error',
  ],
  ['a bug', ({ requests }) => requests[0]?.fail(new TypeError('x is not a function')), 'model_error'],
  ['the limit', ({ clock }) => clock.advance(5000), 'timeout'],
])('%s is not kept: asking again asks again', async (_, fail, status) => {
  const held = start()
  const first = held.ask()
  fail(held)
  expect(await first.settled).toMatchObject({ status })
  expect(held.ask().now).toMatchObject({ status: 'waiting' })
  expect(held.requests).toHaveLength(2)
})

test('the question goes on while one of two still waits, and is given up when the last has gone', async () => {
  const { ask, requests } = start()
  const [stopOne, stopOther] = [new AbortController(), new AbortController()]
  const one = ask({}, stopOne.signal)
  const other = ask({}, stopOther.signal)
  stopOne.abort()
  expect(await one.settled).toMatchObject({ status: 'cancelled' })
  expect(requests[0]?.signal.aborted).toBe(false)
  stopOther.abort()
  expect(await other.settled).toMatchObject({ status: 'cancelled' })
  expect(requests[0]?.signal.aborted).toBe(true)
})

test('who comes after the last has gone asks afresh, and the dead question takes nothing from it', async () => {
  const { ask, requests } = start()
  const stop = new AbortController()
  const gone = ask({}, stop.signal)
  stop.abort()
  const fresh = ask()
  await gone.settled
  await Promise.resolve()
  const along = ask()
  requests[1]?.finish(opinionText())
  expect(await fresh.settled).toMatchObject({ status: 'success' })
  expect(await along.settled).toMatchObject({ status: 'success' })
  expect(requests).toHaveLength(2)
})

test('a model that ignores its signal is given up on all the same', async () => {
  const { parts, clock } = heldParts()
  async function* deaf(): AsyncGenerator<never> {
    await new Promise(() => undefined)
    yield* []
  }
  const views = new ViewSource({ ...parts, models: { open: () => ({ stream: deaf }), choices: () => [] } })
  const { settled } = views.ask(viewSubject(), {
    signal: new AbortController().signal,
    onText: () => undefined,
  })
  clock.advance(5000)
  expect(await settled).toEqual({ status: 'timeout', model: 'scripted', limitMs: 5000, durationMs: 5000 })
})

test.each<
  [name: string, settings: Partial<AssessmentSettings>, change: Partial<ViewSubject>, reason: string]
>([
  ['turned off', { enabled: false }, {}, 'turned off in config.toml'],
  ['without a command', {}, { command: [] }, 'there is nothing to show a model'],
])('%s nobody is asked, and the view says why', async (_, settings, change, reason) => {
  const { ask, requests } = start(settings)
  const asked = ask(change)
  expect(asked.now).toEqual({ status: 'disabled', reason })
  expect(await asked.settled).toEqual(asked.now)
  expect(requests).toHaveLength(0)
})

test('a request that is over before it is asked about is not asked about', () => {
  const { ask, requests } = start()
  expect(ask({}, AbortSignal.abort()).now).toMatchObject({ status: 'cancelled' })
  expect(requests).toHaveLength(0)
})

test('a forgotten session asks again', async () => {
  const { ask, requests, views } = start()
  const first = ask()
  requests[0]?.finish(opinionText())
  await first.settled
  views.forget('s1')
  ask()
  expect(requests).toHaveLength(2)
})

test('every question has its own mark', () => {
  const { ask, requests } = start()
  ask()
  ask({ cwd: '/b' })
  const marks = requests.map(({ request }) => JSON.stringify(request.input).match(/Mark: (\w+)/)?.[1])
  expect(marks).toEqual(['mark1', 'mark2'])
})
