import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { acpAgentWorld, testAgent } from './acp-agent-world'

let world: Awaited<ReturnType<typeof acpAgentWorld>> | undefined
const begin = async (...given: Parameters<typeof acpAgentWorld>) => (world = await acpAgentWorld(...given))
const yes = { kind: 'allow', offerId: 'only-this' } as const

afterEach(async () => {
  await world?.close()
  world = undefined
})

test.each([
  ['loads', 'kept'],
  ['plain', 'lost'],
])(
  'a yes to a file that its sandbox holds takes effect: an agent that %s is begun anew with it, and goes on (%s)',
  async (how, conversation) => {
    const at = await begin(testAgent(how))
    const id = await at.begin()
    const outside = join(at.base, 'beside', 'new.txt')
    const turn = at.turn(id, 'write ../beside/new.txt')
    const request = await at.answer(yes)
    expect(await turn).toBe('completed')
    expect(request.offers).toMatchObject([
      {
        grants: [{ kind: 'write', path: outside, extent: 'file' }],
        means: { kind: 'guest-again', agent: 'Tester', conversation },
      },
    ])
    expect(readFileSync(outside, 'utf8')).toBe('by a guest\n')
    expect(at.of('approval.requested')).toHaveLength(1)
    expect(at.of('turn.noted').map(({ text }) => text)).toContain(
      'Tester is begun anew with what was allowed, and goes on.',
    )
    // The very same was told yes once; another text is asked about, and needs nothing more.
    const other = at.turn(id, 'write ../beside/new.txt')
    const again = await at.answer({ kind: 'deny' }, 2)
    await other
    expect(again.offers).toMatchObject([{ grants: [], means: { kind: 'guest' } }])
  },
)

test('a no to such a file leaves it as it is, and begins nothing anew', async () => {
  const at = await begin(testAgent('loads'))
  const id = await at.begin()
  const turn = at.turn(id, 'write ../beside/new.txt')
  await at.answer({ kind: 'deny' })
  expect(await turn).toBe('completed')
  expect(existsSync(join(at.base, 'beside', 'new.txt'))).toBe(false)
  expect(at.of('turn.noted').filter(({ text }) => text.includes('anew'))).toEqual([])
})

test('a host that it reports to is refused without a question, and its turn ends with its answer', async () => {
  const at = await begin(`agent_telemetry_hosts = ["*.counts.example"]\n${testAgent()}`)
  const id = await at.begin()
  expect(
    await at.turn(
      id,
      'unasked curl -sS http://of.counts.example/ 2>&1 || curl -sS https://of.counts.example/ 2>&1; echo over',
    ),
  ).toBe('completed')
  expect(at.said().at(-1)).toMatch(/over\n$/)
  expect(at.of('approval.requested')).toEqual([])
  expect(at.of('turn.noted').map(({ text }) => text)).toEqual([
    'Tester was kept from reporting to of.counts.example (agent_telemetry_hosts).',
  ])
})
