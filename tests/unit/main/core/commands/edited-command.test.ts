import { expect, test } from 'vitest'
import type { Decision } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import { calls, exited, fakeEngine, fakeModel, fakeSandbox, kernelWrite } from '../../../../fakes/fake-world'

const asked = ['rm', '-rf', '/home/me/.pi']
const mine = ['rm', '-rf', '/work/dist']
const edit = (command: string[]): Decision => ({ kind: 'edit', command })

/** A session whose command the sandbox stopped, waiting for an answer. */
async function stopped() {
  const model = fakeModel([calls({ id: 'c1', args: { command: asked } })])
  const sandbox = fakeSandbox([exited(1, [kernelWrite('/home/me/.pi/a', 'unlinkat')]), exited(0, [], 'gone')])
  const world = fakeEngine({ model, sandbox })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  const { request } = await world.until('approval.requested')
  const answer = (id: string, decision: Decision) => world.engine.decide(id, decision, 'window')
  const pending = async () => (await world.engine.state()).approvals
  const told = () =>
    model.requests
      .at(-1)
      ?.input.flatMap((item) => (item.type === 'function_call_output' ? [item.output] : []))
      .at(-1)
  const ran = () => sandbox.runs.map(({ command }) => command)
  return { ...world, request, answer, pending, told, ran }
}

/** The request about the person's own command, after the first was answered with it. */
async function edited() {
  const world = await stopped()
  await world.answer(world.request.id, edit(mine))
  const unasked = world.until('turn.finished').then(() => {
    throw new Error('the turn ended, and nobody was asked about the edited command')
  })
  const { request: second } = await Promise.race([world.until('approval.requested', 2), unasked])
  unasked.catch(() => undefined) // it ends later, once the question is answered
  return { ...world, second }
}

test('an edited command is assessed and asked about afresh; nothing has run by the edit', async () => {
  const { second, ran, request, until } = await edited()
  const { request: first } = await until('approval.resolved')
  expect([first.id, first.state, first.decision?.kind]).toEqual([request.id, 'answered', 'edit'])
  expect(second).toMatchObject({
    stage: 'first',
    command: mine,
    editable: true,
    edited: { command: asked, level: request.assessment.level },
    stop: { boundary: 'approval-policy', evidence: [] },
    assessment: { facts: { targets: [{ path: '/work/dist', access: 'delete', inside: true }] } },
    offers: [{ kind: 'only-this', grants: [] }, { kind: 'outside' }],
  })
  expect(ran()).toEqual([asked])
})

test('a yes runs the edited command, and the agent is told what ran', async () => {
  const { second, answer, until, ran, told } = await edited()
  await answer(second.id, { kind: 'allow', offerId: 'only-this' })
  await until('turn.finished')
  expect(ran()).toEqual([asked, mine])
  expect(told()).toMatch(
    /^The user ran an edited command instead of yours: \["rm","-rf","\/work\/dist"\]\n\{"output":"gone"/,
  )
})

test('a no runs neither, and the agent is told of the change too', async () => {
  const { second, answer, until, ran, told } = await edited()
  await answer(second.id, { kind: 'deny' })
  await until('turn.finished')
  expect(ran()).toEqual([asked])
  expect(told()).toMatch(/^exec command rejected by user\n[^]*\nThe user had changed your command to: \["rm"/)
})

test('the edited command can be edited again, back to the original too, which is asked about as well', async () => {
  const { second, answer, until, ran, told } = await edited()
  await answer(second.id, edit(asked))
  const { request: third } = await until('approval.requested', 3)
  expect([third.command, third.edited?.command]).toEqual([asked, asked])
  expect(ran()).toEqual([asked])
  await answer(third.id, { kind: 'deny' })
  await until('turn.finished')
  expect(told()).not.toContain('changed your command')
})

test('a grant in force does not let an edited command run unseen', async () => {
  const granted = ['touch', '/srv/old']
  const model = fakeModel([
    calls({ id: 'c1', args: { command: granted } }),
    calls({ id: 'c2', args: { command: asked } }),
  ])
  const sandbox = fakeSandbox((spec) =>
    spec.permit.grants.length > 0 ? exited(0) : exited(1, [kernelWrite('/srv/old')]),
  )
  const world = fakeEngine({ model, sandbox })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  const { request: first } = await world.until('approval.requested')
  const yes: Decision = { kind: 'allow', offerId: 'only-this', scope: 'session' }
  await world.engine.decide(first.id, yes, 'window')
  const { request: second } = await world.until('approval.requested', 2)
  await world.engine.decide(second.id, edit(granted), 'window')
  const { request: third } = await world.until('approval.requested', 3)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect((await world.engine.state()).approvals.map(({ id }) => id)).toEqual([third.id])
  expect(third.command).toEqual(granted)
})

test.each([
  ['a shell text that does not parse', ['bash', '-lc', 'rm -rf "dist'], /does not parse/],
  ['an empty shell text', ['bash', '-lc', '  '], /empty/],
  ['an empty program', [''], /empty/],
  ['a NUL character', ['rm', 'a\0b'], /NUL/],
])('%s is refused with the reason; the original still waits and has not run', async (_, command, reason) => {
  const { request, answer, pending, ran } = await stopped()
  const fault: unknown = await answer(request.id, edit(command)).catch((error: unknown) => error)
  expect(fault).toBeInstanceOf(FaultError)
  expect(fault).toMatchObject({ code: 'bad-request', message: expect.stringMatching(reason) as string })
  expect((await pending()).map(({ id }) => id)).toEqual([request.id])
  expect(ran()).toEqual([asked])
})

test('a request that another command cannot take the place of says so, and waits on', async () => {
  const patch = '*** Begin Patch\n*** Add File: /srv/x\n+hi\n*** End Patch\n'
  const model = fakeModel([calls({ id: 'p1', name: 'apply_patch', args: { input: patch } })])
  const world = fakeEngine({ model, defaults: { approvalPolicy: 'untrusted' } })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  const { request } = await world.until('approval.requested')
  expect(request.editable).toBeUndefined()
  await expect(world.engine.decide(request.id, edit(mine), 'window')).rejects.toThrow(/take the place/)
  expect((await world.engine.state()).approvals).toHaveLength(1)
})
