import { expect, test } from 'vitest'
import { RefusedCommands } from '../../../../../src/main/core/approvals/refused-commands'
import { calls, fakeEngine, fakeModel } from '../../../../fakes/fake-world'

const danger = { command: ['rm', '-rf', '/srv/x'], cwd: '/w', escalated: false }
const minutes = 60_000

function wished(): { refused: RefusedCommands; pass: (ms: number) => void } {
  let now = 0
  const refused = new RefusedCommands(() => now)
  refused.note('s', 'c1', danger)
  refused.askAgain('s', 'c1')
  return {
    refused,
    pass: (ms) => {
      now += ms
    },
  }
}

test('a wish is for the very same command of its session, once', () => {
  const { refused } = wished()
  const others = [
    refused.take('other', danger),
    refused.take('s', { ...danger, command: ['rm', '-rf', '/srv'] }),
    refused.take('s', { ...danger, cwd: '/' }),
    refused.take('s', { ...danger, escalated: true }),
  ]
  expect([...others, refused.take('s', danger), refused.take('s', danger)]).toEqual([
    ...[false, false, false, false],
    ...[true, false],
  ])
})

test.each([
  [5 * minutes, true],
  [5 * minutes + 1, false],
  [-1, false],
])('%i ms later it holds: %s', (ms, holds) => {
  const { refused, pass } = wished()
  pass(ms)
  expect(refused.take('s', danger)).toBe(holds)
})

test('what was not refused, or was wished already, cannot be; and the oldest are forgotten', () => {
  const { refused } = wished()
  for (const [session, call] of [
    ['s', 'c1'],
    ['s', 'c2'],
    ['t', 'c1'],
  ] as const)
    expect(() => refused.askAgain(session, call)).toThrow('No command of this session was refused')
  for (let at = 0; at <= 500; at += 1) refused.note('s', `n${String(at)}`, danger)
  expect(() => refused.askAgain('s', 'n0')).toThrow('No command')
  expect(refused.askAgain('s', 'n1')).toEqual(danger)
})

test('under never a command that the policy refused is asked about once where that is wished, for once alone, and else refused', async () => {
  const args = { command: danger.command }
  const call = (id: string) => calls({ id, args })
  const world = fakeEngine({
    model: fakeModel([call('c1'), [], call('c2'), call('c3')]),
    defaults: { approvalPolicy: 'never' },
  })
  const session = await world.engine.createSession({ cwd: '/w' })
  const turn = async (nth: number) => {
    await world.engine.startTurn(session.id, 'go')
    return () => world.until('turn.finished', nth)
  }
  await (
    await turn(1)
  )()
  expect(world.events().flatMap((event) => (event.type === 'command.finished' ? [event] : []))).toMatchObject(
    [{ callId: 'c1', outcome: { kind: 'refused', unasked: { command: danger.command, cwd: '/w' } } }],
  )
  world.engine.askAboutRefused(session.id, 'c1')
  const second = await turn(2)
  const { request } = await world.until('approval.requested')
  expect(request).toMatchObject({ callId: 'c2', command: danger.command, assessment: { level: 'high' } })
  expect(request.offers.map(({ scopes }) => scopes)).toEqual(request.offers.map(() => ['once']))
  await world.engine.decide(request.id, { kind: 'allow', offerId: 'only-this' }, 'client')
  await second()
  expect(world.sandbox.runs.map(({ command }) => command)).toEqual([danger.command])
  const outcomes = world
    .events()
    .flatMap((event) => (event.type === 'command.finished' ? [[event.callId, event.outcome.kind]] : []))
  expect(outcomes).toEqual([
    ['c1', 'refused'],
    ['c2', 'exited'],
    ['c3', 'refused'],
  ])
})
