import { expect, test } from 'vitest'
import { never, spawn, world } from './agents-world'
import { says } from '../../../../fakes/fake-world'

test('an agent that a turn started ends with it, and nobody knows of it any more', async () => {
  const at = await world((asked, outputs) => {
    if (asked === 'for long') return never
    if (asked === 'second' && outputs.length === 0) return spawn('later', 'for long')
    return says(`to ${asked}`)
  })
  await at.turn('first')
  await at.turn('second')
  await expect.poll(() => at.child('later')?.status).toBe('running')
  const wish = { turnNumber: 2, lastTurn: 2, files: false, sinceToo: false }
  // It cannot be taken back on its own.
  const child = at.child('later')?.id ?? ''
  expect(await at.engine.restores.lookRewind(child, 1)).toMatchObject({ kind: 'unavailable' })
  await expect(at.engine.restores.rewind(child, { ...wish, turnNumber: 1, lastTurn: 1 })).rejects.toThrow(
    'agent of another session',
  )
  await at.engine.restores.rewind(at.id, wish)
  await expect.poll(() => at.child('later')?.status).toBe('interrupted')
  const { events } = await at.engine.openSession(at.id)
  expect(events.map(({ event }) => event.type).filter((type) => type.startsWith('agent.'))).toEqual([])
  await at.turn('third')
  expect(JSON.stringify(at.model.requests.at(-1)?.input)).not.toContain('later')
  await at.engine.close()
})
