import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { acpAgentWorld, testAgent } from './acp-agent-world'

let world: Awaited<ReturnType<typeof acpAgentWorld>> | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

test('a host that nobody answered about before the turn was over is asked about again, by the same process', async () => {
  const at = await acpAgentWorld(testAgent())
  world = at
  const id = await at.begin()
  const goes = join(at.project, 'goes')
  const patience = { timeout: 120_000 }
  /** A turn that ends while a connection of its still waits. */
  const turn = async (nth: number): Promise<void> => {
    const ended = at.turn(
      id,
      `unasked (curl -s --noproxy "" http://guests.example/ >/dev/null 2>&1 &); until [ -e ${goes} ]; do sleep 0.1; done; rm ${goes}; echo $PPID`,
    )
    await expect.poll(() => at.of('approval.requested').length, patience).toBe(nth)
    writeFileSync(goes, '')
    expect(await ended).toBe('completed')
    await expect.poll(() => at.of('approval.resolved').length, patience).toBe(nth)
    expect(at.of('approval.resolved').at(-1)?.request).toMatchObject({ stage: 'network', state: 'cancelled' })
  }
  await turn(1)
  await turn(2)
  expect(at.said()[1]).toBe(at.said()[0])
})
