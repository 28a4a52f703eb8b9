import { expect, test } from 'vitest'
import { says } from '../../../../fakes/fake-world'
import { never, spawn, waits, world } from './agents-world'

test('a long last message is cut for the model, whole in the agent’s record, and told once unasked', async () => {
  const long = `begin ${'x'.repeat(400_000)} end`
  const seen: string[] = []
  const { engine, turn, told, child, id } = await world((message, outputs) => {
    if (message === 'task') return says(long)
    seen.splice(0, seen.length, ...outputs.map((each) => JSON.parse(each) as string))
    const named = { ids: ['ann'] }
    return (
      [spawn('ann', 'task'), waits(), waits({ timeout_ms: 2000 }), waits(named), says('ok')][
        outputs.length
      ] ?? never
    )
  })
  await turn('go')
  const lengths = seen.map((each) => each.length)
  expect(lengths.map((each) => each < 12_000)).toEqual([true, true, true, true])
  expect(seen[1]).toMatch(/begin x+/)
  expect([seen[1]?.includes('end'), seen[3] === seen[1]]).toEqual([true, true])
  expect(JSON.parse(seen[2] ?? '')).toEqual({
    agents: [{ id: child('ann')?.id, name: 'ann', status: 'completed' }],
  })
  const finished = told(id).find((event) => event.type === 'agent.finished')
  expect(finished?.type === 'agent.finished' && finished.lastMessage?.length).toBe(20_000)
  await expect
    .poll(() => told(child('ann')?.id ?? '').find((event) => event.type === 'message.completed'))
    .toMatchObject({ text: long })
  await engine.close()
})
