import { expect, test } from 'vitest'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { calls, exited, fakeEngine, fakeModel, fakeSandbox, kernelWrite } from '../../../../fakes/fake-world'

const shell = (id: string, command: readonly string[]) => calls({ id, args: { command } })
const denied = exited(1, [kernelWrite('/srv/x')])
const stopsUngranted = () => fakeSandbox((spec) => (spec.permit.grants.length === 0 ? denied : exited(0)))
const rule = (text: string) => ({ kind: 'allow', offerId: 'only-this', scope: 'rule', rule: text }) as const

/** Runs the commands in one turn; the first request is answered with the rule. */
async function afterRule(text: string, ...commands: (readonly string[])[]) {
  const model = fakeModel(commands.map((command, at) => shell(`c${String(at)}`, command)))
  const world = fakeEngine({ model, sandbox: stopsUngranted() })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  const { request } = await world.until('approval.requested')
  await world.engine.decide(request.id, rule(text), 'window')
  await Promise.race([world.until('turn.finished'), world.until('approval.requested', 2)])
  const events = world.events()
  return {
    ...world,
    request,
    asked: events.filter((event) => event.type === 'approval.requested').length,
    applied: events.filter((event) => event.type === 'grant.applied').length,
  }
}

test('an offer that can become a rule shows its text, and a script does not', async () => {
  const { request } = await afterRule('npm test', ['npm', 'test'])
  expect(request.offers.map((offer) => offer.rule)).toEqual(['npm test', undefined])
  const world = fakeEngine({
    model: fakeModel([shell('c1', ['bash', '-lc', 'npm test; id'])]),
    sandbox: stopsUngranted(),
  })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  const script = await world.until('approval.requested')
  expect(script.request.offers.map((offer) => offer.rule)).toEqual([undefined, undefined])
})

test.each([
  ['further words', ['npm', 'test', '--', '-w'], 1],
  ['the same words', ['npm', 'test'], 1],
  ['a shell round it', ['bash', '-lc', 'npm test -- a'], 1],
  ['a shell of the workspace round it', ['./bash', '-lc', 'npm test -- a'], 2],
  ['another subcommand', ['npm', 'publish'], 2],
  ['fewer words', ['npm'], 2],
  ['a script that begins so', ['bash', '-lc', 'npm test && id'], 2],
  ['a redirection behind it', ['bash', '-lc', 'npm test > /srv/y'], 2],
  ['an environment in front', ['env', 'A=1', 'npm', 'test'], 2],
])('after the rule "npm test *", %s: asked %j', async (_, second, asked) => {
  const run = await afterRule('npm test *', ['npm', 'test'], second)
  expect([run.asked, run.applied]).toEqual([asked, 2 - asked])
})

test('a rule with a star runs in the sandbox with exactly what was granted, and is stored and listed so', async () => {
  const { sandbox, unconfined, rules, engine } = await afterRule(
    'npm test *',
    ['npm', 'test'],
    ['npm', 'test', 'a'],
  )
  const grants = [{ kind: 'write', path: '/srv/x', extent: 'file' }]
  expect(sandbox.runs.map(({ permit }) => [permit.because, permit.grants])).toEqual([
    ['policy-sandboxed', []],
    ['person-widened', grants],
    ['grant-sandboxed', grants],
  ])
  expect(unconfined.runs).toEqual([])
  expect(rules.saved).toMatchObject([{ scope: 'rule', covers: 'prefix', command: ['npm', 'test'], grants }])
  expect(await engine.listGrants()).toEqual(rules.saved)
})

test('a star never covers a command on the dangerous list', async () => {
  const { asked } = await afterRule(
    'git push origin *',
    ['git', 'push', 'origin'],
    ['git', 'push', 'origin', '--force'],
  )
  expect(asked).toBe(2)
})

test.each([
  ['npm *', 'leaves open what npm does'],
  ['npm run lint', 'does not cover'],
  ['npm test; id', 'one plain command'],
])(
  'the rule %j is refused with the reason, nothing is kept, and the request still waits',
  async (text, problem) => {
    const world = fakeEngine({ model: fakeModel([shell('c1', ['npm', 'test'])]), sandbox: stopsUngranted() })
    const session = await world.engine.createSession({ cwd: '/work' })
    await world.engine.startTurn(session.id, 'go')
    const { request } = await world.until('approval.requested')
    expect(await world.engine.checkRule(request.id, text)).toEqual({
      kind: 'invalid',
      problem: expect.stringContaining(problem) as string,
    })
    await expect(world.engine.decide(request.id, rule(text), 'window')).rejects.toThrow(problem)
    expect([(await world.engine.state()).approvals.length, await world.engine.listGrants()]).toEqual([1, []])
    expect(await world.engine.checkRule(request.id, 'npm test *')).toEqual({ kind: 'valid' })
    expect(await world.engine.decide(request.id, rule('npm test *'), 'window')).toEqual({ kind: 'accepted' })
  },
)

test.each([
  ['for the way outside', { offerId: 'outside', scope: 'rule' }],
  ['in a smaller scope', { offerId: 'only-this', scope: 'session' }],
] as const)('a rule %s is refused', async (_, given) => {
  const world = fakeEngine({ model: fakeModel([shell('c1', ['npm', 'test'])]), sandbox: stopsUngranted() })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  const { request } = await world.until('approval.requested')
  const decision = { kind: 'allow', rule: 'npm test *', ...given } as const
  await expect(world.engine.decide(request.id, decision, 'window')).rejects.toThrow('cannot carry a rule')
  expect((await world.engine.state()).approvals).toHaveLength(1)
})

test('a rule with a star also answers what waits elsewhere and is covered by it', async () => {
  const model = fakeModel([
    shell('c1', ['npm', 'test']),
    shell('c1', ['npm', 'test', 'a']),
    shell('c1', ['npm', 'ci']),
  ])
  const world = fakeEngine({ model, sandbox: stopsUngranted() })
  for (let count = 0; count < 3; count++) {
    const session = await world.engine.createSession({ cwd: '/work' })
    await world.engine.startTurn(session.id, 'go')
  }
  await world.until('approval.requested', 3)
  const [first] = (await world.engine.state()).approvals
  await world.engine.decide(first?.id ?? '', rule('npm test *'), 'window')
  const resolved = await world.until('approval.resolved', 2)
  const waiting = (await world.engine.state()).approvals
  expect([resolved.request.command, resolved.request.decidedBy]).toEqual([['npm', 'test', 'a'], 'grant'])
  expect(waiting.map(({ command }) => command)).toEqual([['npm', 'ci']])
})

test('a rule file edited to something too broad covers nothing', async () => {
  const { rules } = await afterRule('npm test *', ['npm', 'test'])
  const [saved] = rules.saved
  const world = fakeEngine({ model: fakeModel([shell('c1', ['npm', 'test'])]), sandbox: stopsUngranted() })
  world.rules.saved = [{ ...(saved as StoredGrant), command: ['npm'] }]
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  await world.until('approval.requested')
  expect(world.events().map(({ type }) => type)).not.toContain('grant.applied')
})

test('nothing is kept of a yes to a script that cannot be parsed', async () => {
  const script = ['bash', '-lc', 'touch /srv/x; if true; then echo "']
  const world = fakeEngine({
    model: fakeModel([shell('c1', script), shell('c2', script)]),
    sandbox: stopsUngranted(),
  })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  const { request } = await world.until('approval.requested')
  expect(request.offers.map(({ scopes, rule }) => ({ scopes, rule }))).toEqual([
    { scopes: ['once'], rule: undefined },
    { scopes: ['once'], rule: undefined },
  ])
  await world.engine.decide(request.id, { kind: 'allow', offerId: 'only-this', scope: 'session' }, 'window')
  await world.until('approval.requested', 2)
  expect(world.sandbox.runs.length).toBeGreaterThanOrEqual(2)
})
