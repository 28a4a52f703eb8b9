import { expect, test } from 'vitest'
import type { GrantScope } from '@shared/domain/stored-grant'
import { calls, exited, fakeEngine, fakeModel, fakeSandbox, kernelWrite } from '../../../../fakes/fake-world'

const touch = (id: string, command = ['touch', '/srv/x']) => calls({ id, args: { command } })
const denied = exited(1, [kernelWrite('/srv/x')])

/** Stops every run that was granted nothing. */
const stopsUngranted = () => fakeSandbox((spec) => (spec.permit.grants.length === 0 ? denied : exited(0)))

/** Asks twice for the same command; the first request is answered with this scope. */
async function twice(
  scope: GrantScope,
  options: { offerId?: string; second?: string[]; newTurn?: boolean; newSession?: boolean } = {},
) {
  const model = fakeModel([
    touch('c1'),
    ...(options.newTurn === true ? [] : [touch('c2', options.second)]),
    ...(options.newTurn === true ? [[{ type: 'completed' as const }], touch('c2', options.second)] : []),
  ])
  const world = fakeEngine({ model, sandbox: stopsUngranted() })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  const { request } = await world.until('approval.requested')
  await world.engine.decide(
    request.id,
    { kind: 'allow', offerId: options.offerId ?? 'only-this', scope },
    'window',
  )
  if (options.newTurn === true) {
    await world.until('turn.finished')
    const next = options.newSession === true ? await world.engine.createSession({ cwd: '/work' }) : session
    await world.engine.startTurn(next.id, 'again')
  }
  await Promise.race([
    world.until('turn.finished', options.newTurn === true ? 2 : 1),
    world.until('approval.requested', 2),
  ])
  const asked = world.events().filter((event) => event.type === 'approval.requested').length
  const applied = world
    .events()
    .flatMap((event) => (event.type === 'grant.applied' ? [event.grant.scope] : []))
  return {
    world,
    session,
    asked,
    applied,
    because: [...world.sandbox.runs, ...world.unconfined.runs].map((run) => run.permit.because),
  }
}

test.each<[string, GrantScope, Parameters<typeof twice>[1], number, GrantScope[]]>([
  ['once does not hold for the next call', 'once', {}, 2, []],
  ['turn holds for the next call of the turn', 'turn', {}, 1, ['turn']],
  ['turn does not hold in the next turn', 'turn', { newTurn: true }, 2, []],
  ['session holds in the next turn', 'session', { newTurn: true }, 1, ['session']],
  ['session does not hold in another session', 'session', { newTurn: true, newSession: true }, 2, []],
  ['a rule holds in another session', 'rule', { newTurn: true, newSession: true }, 1, ['rule']],
  ['another command is asked about', 'session', { second: ['touch', '/srv/y'] }, 2, []],
  [
    'a shell round the same plain command is the same command',
    'session',
    { second: ['bash', '-lc', 'touch /srv/x'] },
    1,
    ['session'],
  ],
  [
    'a program of the workspace that is called bash is no shell',
    'session',
    { second: ['./bash', '-lc', 'touch /srv/x'] },
    2,
    [],
  ],
  [
    'a program of that name from another place is another command',
    'session',
    { second: ['./touch', '/srv/x'] },
    2,
    [],
  ],
  [
    'a script with more in it is another command',
    'session',
    { second: ['bash', '-lc', 'touch /srv/x; id'] },
    2,
    [],
  ],
])('%s', async (_, scope, options, ...expected) => {
  const { asked, applied } = await twice(scope, options)
  expect([asked, applied]).toEqual(expected)
})

test('a held grant runs in the sandbox with exactly what it added', async () => {
  const { because, world } = await twice('session')
  expect(because).toEqual(['policy-sandboxed', 'person-widened', 'grant-sandboxed'])
  expect(world.sandbox.runs[2]?.permit.grants).toEqual([{ kind: 'write', path: '/srv/x', extent: 'file' }])
})

test('outside the sandbox is never kept as a rule, and is its own grant for the session', async () => {
  const asRule = await twice('rule', { offerId: 'outside' })
  expect([asRule.asked, await asRule.world.engine.listGrants()]).toEqual([2, []])
  const asSession = await twice('session', { offerId: 'outside' })
  expect(asSession.because.filter((reason) => reason.endsWith('unsandboxed'))).toEqual([
    'person-unsandboxed',
    'grant-unsandboxed',
  ])
})

test('grants are listed, and a revoked one is asked about again', async () => {
  const { world, session } = await twice('session')
  const [grant] = await world.engine.listGrants()
  expect(grant).toMatchObject({
    scope: 'session',
    command: ['touch', '/srv/x'],
    cwd: '/work',
    kind: 'only-this',
  })
  expect(await world.engine.revokeGrant(grant?.id ?? '')).toBe(true)
  expect([await world.engine.revokeGrant(grant?.id ?? ''), await world.engine.listGrants()]).toEqual([
    false,
    [],
  ])
  expect(session.id).toBeDefined()
})

test('a rule is on file before it is used, and is gone from there when revoked', async () => {
  const { world } = await twice('rule')
  expect(world.rules.saved.map((rule) => rule.scope)).toEqual(['rule'])
  const [grant] = await world.engine.listGrants()
  await world.engine.revokeGrant(grant?.id ?? '')
  expect(world.rules.saved).toEqual([])
})

test('closing the engine ends what was given for turns and sessions', async () => {
  const { world } = await twice('session')
  await world.engine.close()
  expect(await world.engine.listGrants()).toEqual([])
})

test('a rule also answers an identical request that waits elsewhere, visibly by a grant', async () => {
  const world = fakeEngine({ model: fakeModel([touch('c1'), touch('c1')]), sandbox: stopsUngranted() })
  for (let count = 0; count < 2; count++) {
    const session = await world.engine.createSession({ cwd: '/work' })
    await world.engine.startTurn(session.id, 'go')
  }
  const second = await world.until('approval.requested', 2)
  const [first] = (await world.engine.state()).approvals
  await world.engine.decide(first?.id ?? '', { kind: 'allow', offerId: 'only-this', scope: 'rule' }, 'window')
  const resolved = await world.until('approval.resolved', 2)
  expect([resolved.request.id, resolved.request.decidedBy, (await world.engine.state()).approvals]).toEqual([
    second.request.id,
    'grant',
    [],
  ])
})

test.each([{ kind: 'deny' }, { kind: 'allow', offerId: 'only-this' }] as const)(
  'a %j never touches another request',
  async (decision) => {
    const world = fakeEngine({ model: fakeModel([touch('c1'), touch('c1')]), sandbox: stopsUngranted() })
    for (let count = 0; count < 2; count++) {
      const session = await world.engine.createSession({ cwd: '/work' })
      await world.engine.startTurn(session.id, 'go')
    }
    await world.until('approval.requested', 2)
    const [first] = (await world.engine.state()).approvals
    await world.engine.decide(first?.id ?? '', decision, 'window')
    await world.until('turn.finished')
    expect((await world.engine.state()).approvals.length).toBe(1)
  },
)
