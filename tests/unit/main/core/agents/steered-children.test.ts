import { expect, test } from 'vitest'
import type { ModelEvent } from '../../../../../src/main/core/ports/models'
import { says } from '../../../../fakes/fake-world'
import { spawn, waits, world } from './agents-world'

/** A session whose agent counts, and is written to while it does. */
async function counting(counted: Promise<readonly ModelEvent[]>) {
  const made = await world((asked, outputs) => {
    if (asked === 'count them') return counted
    if (asked === 'only the red ones') return says('two')
    if (outputs.length === 0) return spawn('counter', 'count them')
    return outputs.length === 1 ? waits() : says('there are two')
  })
  const turn = made.turn('how many?')
  const id = (): string => made.child('counter')?.id ?? ''
  await expect.poll(() => made.model.requests.some(({ sessionId }) => sessionId === id())).toBe(true)
  await made.engine.steerTurn(id(), 'only the red ones')
  const said = (sessionId: string) =>
    made.told(sessionId).flatMap((event) => (event.type === 'user.message' ? [event.text] : []))
  return { ...made, turn, childId: id(), said }
}

test('what is written to an agent that works is read there, and its session hears what it came to', async () => {
  const counted = Promise.withResolvers<readonly ModelEvent[]>()
  const { engine, turn, told, childId, id, said } = await counting(counted.promise)
  counted.resolve(says('seven'))
  await turn
  expect([said(childId), said(id)]).toEqual([['count them', 'only the red ones'], ['how many?']])
  expect(told(id).flatMap((event) => (event.type === 'agent.finished' ? [event.lastMessage] : []))).toEqual([
    'two',
  ])
  await engine.close()
})

test('a stop of its session leaves what it did not take on its record', async () => {
  const { engine, id, childId, said, turn } = await counting(new Promise(() => undefined))
  await engine.interruptTurn(id)
  await turn
  expect(said(childId)).toEqual(['count them', 'only the red ones'])
  await engine.close()
})
