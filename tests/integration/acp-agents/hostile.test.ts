import { afterEach, expect, test } from 'vitest'
import { processesWith } from '../../fakes/processes-with'
import { acpAgentWorld, testAgent } from './acp-agent-world'

let world: Awaited<ReturnType<typeof acpAgentWorld>> | undefined
afterEach(async () => {
  await world?.close()
  world = undefined
})

const begin = async (...given: Parameters<typeof acpAgentWorld>) => (world = await acpAgentWorld(...given))

/** What is told of an ACP agent that does not work, by how it misbehaves. */
const broken: readonly [how: string, told: RegExp][] = [
  ['garbage', /what it prints is not the protocol/],
  ['long', /a message of more than 16 MB/],
  ['nameless', /its conversation has no name/],
  ['dies', /it ended with exit code 3.*no key was given/],
  ['silent', /it did not answer within 4 s/],
]

test.each(broken)(
  'an ACP agent that is %s fails its turn with the reason, and nothing of it is left',
  async (how, told) => {
    // Only silence is known by the time that passes.
    const at = await begin(testAgent(how, how === 'silent' ? 'startup_timeout_sec = 4\n' : ''))
    const id = await at.begin()
    expect(await at.turn(id, 'say hello')).toBe('failed')
    expect(at.of('error.reported').map(({ fault }) => fault)).toMatchObject([
      { code: 'connection-failed', message: expect.stringMatching(told) as string },
    ])
    await expect.poll(() => processesWith(at.project)).toEqual([])
  },
)

test('an ACP agent that dies in a turn fails it, and is begun anew for the next', async () => {
  const at = await begin(testAgent())
  const id = await at.begin()
  expect(await at.turn(id, 'die')).toBe('failed')
  expect(at.of('error.reported')[0]?.fault.message).toContain('exit code 7')
  expect(await at.turn(id, 'say again')).toBe('completed')
  expect(processesWith(at.project)).not.toEqual([])
  await at.engine().unloadSession(id)
  await expect.poll(() => processesWith(at.project)).toEqual([])
})

test('an ACP agent that says too much is stopped, and the engine answers meanwhile', async () => {
  const at = await begin(testAgent())
  const id = await at.begin()
  const turn = at.turn(id, 'flood')
  await expect.poll(() => at.of('message.delta').length).toBeGreaterThan(1000)
  expect((await at.engine().state()).sessions).toHaveLength(1)
  expect(await turn).toBe('failed')
  expect(at.of('error.reported')[0]?.fault.message).toContain('said more than a turn can hold')
})

test('what it says and asks in the name of another conversation does not count', async () => {
  const at = await begin(testAgent())
  const id = await at.begin()
  expect(await at.turn(id, 'foreign')).toBe('completed')
  expect(at.said()).toEqual(['cancelled'])
  expect(at.of('approval.requested')).toEqual([])
})

test('why it says that its turn ended is a word of the protocol’s or none', async () => {
  const at = await begin(testAgent())
  const id = await at.begin()
  for (const reason of ['constructor', '__proto__', 'refusal']) await at.turn(id, `ends ${reason}`)
  expect(at.of('turn.noted').map(({ text }) => text)).toEqual(['It refused to go on.'])
})
