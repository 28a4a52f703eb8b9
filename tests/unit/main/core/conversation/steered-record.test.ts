import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { calls, fakeEngine, fakeModel, says } from '../../../../fakes/fake-world'
import { after, steeredSession, told, touch } from './steered-session'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-steered-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})
const session = (script: Omit<Parameters<typeof steeredSession>[0], 'home'>) =>
  steeredSession({ home, ...script })

test('after a restart it is where it was taken; a fork and a rewind count it as they count every message', async () => {
  const made = await session({
    answers: [after(() => made.give('also'), calls(touch)), says('one'), says('two')],
  })
  await made.engine.startTurn(made.id, 'go')
  await made.until('turn.finished')
  await made.engine.startTurn(made.id, 'next')
  await made.until('turn.finished', 2)
  const live = await made.said()
  await made.engine.close()

  const again = await session({ answers: [says('three')] })
  const { events } = await again.engine.openSession(made.id)
  expect(told(events)).toEqual(live)
  expect(events.find(({ event }) => event.type === 'user.message' && event.steered)?.event).toEqual({
    ...{ type: 'user.message', text: 'also', steered: true, clientId: 'also' },
  })
  const fork = await again.engine.forkSession(made.id, 1)
  expect(told((await again.engine.openSession(fork.id)).events)).toEqual(['turn', 'go', 'ran', 'interrupted'])
  const { messages } = (await again.engine.restores.lookRewind(made.id, 1)) as { messages: number }
  expect(messages).toBe(3)
  await again.engine.restores.rewind(made.id, { turnNumber: 2, lastTurn: 2, files: false, sinceToo: false })
  await again.engine.startTurn(made.id, 'otherwise')
  await again.until('turn.finished')
  expect(again.sent(0)).toEqual([
    ...['go', 'function_call', 'function_call_output', 'also', 'one'],
    expect.stringContaining('rewind'),
    'otherwise',
  ])
  await again.engine.close()
})

test('an engine that is killed behind it leaves it on record; the turn after it begins with its own message alone', async () => {
  const made = await session({ answers: [after(() => made.give('also'), calls(touch)), says('one')] })
  await made.engine.startTurn(made.id, 'go')
  await made.until('turn.finished')
  await made.engine.close()
  const record = readFileSync(made.rolloutPath)
  truncateSync(made.rolloutPath, record.indexOf('\n', record.indexOf('"countersign_steered":true')) + 1)

  const again = await session({ answers: [says('two')] })
  expect(told((await again.engine.openSession(made.id)).events)).toEqual([
    ...['turn', 'go', 'ran', 'also also', 'interrupted'],
  ])
  await again.engine.startTurn(made.id, 'next')
  await again.until('turn.finished')
  expect(again.sent(0).slice(-3)).toEqual(['function_call_output', 'also', 'next'])
  await again.engine.restores.rewind(made.id, { turnNumber: 2, lastTurn: 2, files: false, sinceToo: false })
  await again.engine.startTurn(made.id, 'other')
  await again.until('turn.finished', 2)
  expect(again.sent(1)).toEqual([
    ...['go', 'function_call', 'function_call_output', 'also'],
    expect.stringContaining('rewind'),
    'other',
  ])
  const fork = await again.engine.forkSession(made.id, 2)
  expect(told((await again.engine.openSession(fork.id)).events)).toContain('also also')
  await again.engine.close()
})

test('what cannot be written is told, and is no part of the conversation', async () => {
  const model = fakeModel([
    after(async () => {
      await world.engine.steerTurn(id, 'lost', { clientId: 'lost' })
      await world.until('message.waiting')
      world.store.failing = true
    }, says('ready')),
  ])
  const world = fakeEngine({ model })
  const { id } = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(id, 'go')
  expect((await world.until('turn.finished')).outcome).toBe('failed')
  const problems = world.events().flatMap((event) => (event.type === 'error.reported' ? [event.fault] : []))
  expect(problems.map(({ message }) => message)).toContain(
    'What was written to the running turn is not on record: the disk is full',
  )
  const types = (await world.engine.openSession(id)).events.map(({ event }) => event.type)
  expect(types.filter((type) => type === 'user.message' || type === 'message.waiting')).toEqual([
    'user.message',
  ])
})
