import { expect, test } from 'vitest'
import { FaultError } from '@shared/domain/fault'
import type { TurnOverrides } from '@shared/domain/session'
import { messageText } from '@shared/domain/response-item'
import { calls, fakeEngine, fakeModel, fakeSandbox, says } from '../../../fakes/fake-world'

const all: TurnOverrides = {
  cwd: '/other',
  model: 'small',
  approvalPolicy: 'never',
  sandboxPolicy: { mode: 'read-only', network_access: true },
  effort: 'high',
  summary: 'concise',
  outputSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
}

async function setUp(script: Parameters<typeof fakeModel>[0] = []) {
  const model = fakeModel(script)
  const world = fakeEngine({ model, sandbox: fakeSandbox() })
  const session = await world.engine.createSession({ cwd: '/work' })
  const summary = async () => (await world.engine.openSession(session.id)).session
  const configured = () => world.events().filter(({ type }) => type === 'session.configured')
  return { ...world, model, session, summary, configured }
}

test('what comes with a turn holds for it and for the turns after it, but the output schema', async () => {
  const { engine, model, session, summary, sandbox, until } = await setUp([
    calls({ id: 'c1', args: { command: ['ls'] } }),
    says('{}'),
    says('more'),
  ])
  await engine.startTurn(session.id, 'go', all)
  await until('turn.finished')
  await engine.startTurn(session.id, 'again')
  await until('turn.finished', 2)

  const settings = {
    cwd: '/other',
    model: 'small',
    approvalPolicy: 'never',
    sandboxPolicy: { mode: 'read-only', network_access: true },
    reasoningEffort: 'high',
    reasoningSummary: 'concise',
  }
  expect(await summary()).toMatchObject(settings)
  expect(sandbox.runs.map(({ cwd, policy }) => ({ cwd, policy }))).toEqual([
    { cwd: '/other', policy: settings.sandboxPolicy },
  ])
  const output = { mode: 'schema', name: 'final_message', schema: all.outputSchema }
  const sent = { model: 'small', reasoningEffort: 'high', reasoningSummary: 'concise' }
  expect(model.requests).toMatchObject([
    { ...sent, output },
    { ...sent, output },
    { ...sent, input: expect.any(Array) as unknown },
  ])
  expect(model.requests[2]).not.toHaveProperty('output')
})

test('the model is told of the new folder and limits before it is told the message', async () => {
  const { engine, model, session, until } = await setUp()
  await engine.startTurn(session.id, 'go', all)
  await until('turn.finished')
  const [environment, message] = model.requests[0]?.input.map(messageText) ?? []
  expect(environment).toContain('<cwd>/other</cwd>')
  expect(environment).toContain('<sandbox_mode>read-only</sandbox_mode>')
  expect(message).toBe('go')
})

test('the settings are on record with the turn, and the same ones again leave no trace', async () => {
  const { engine, store, session, configured, until } = await setUp()
  await engine.startTurn(session.id, 'go', all)
  await until('turn.finished')
  expect(configured()).toHaveLength(2)
  const metas = store.lines.filter((line) => line.type === 'meta')
  expect(metas.at(-1)).toMatchObject({ summary: { cwd: '/other', reasoningEffort: 'high' } })
  await engine.startTurn(session.id, 'again', all)
  await until('turn.finished', 2)
  expect(configured()).toHaveLength(2)
})

test('null takes effort and summary away again', async () => {
  const { engine, session, summary, model, until } = await setUp()
  await engine.startTurn(session.id, 'go', all)
  await until('turn.finished')
  await engine.configureSession(session.id, { effort: null, summary: null })
  expect(await summary()).not.toHaveProperty('reasoningEffort')
  await engine.startTurn(session.id, 'again', { effort: null })
  await until('turn.finished', 2)
  expect(model.requests[1]).not.toHaveProperty('reasoningEffort')
  expect(model.requests[1]).not.toHaveProperty('reasoningSummary')
})

test.each([
  ['a turn that is refused because one is running', { cwd: '/other', model: 'small' }, 'turn-running'],
  ['a demo model in a real folder', { provider: 'demo' }, 'unknown-model'],
] as const)('%s changes no setting', async (_, overrides, code) => {
  const { engine, session, summary, until } = await setUp([
    async function* (_request, signal) {
      await new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(signal.reason as Error)
        })
      })
      yield { type: 'completed' }
    },
  ])
  await engine.startTurn(session.id, 'go')
  const { cwd, model } = await summary()
  const failure: unknown = await engine
    .startTurn(session.id, 'more', overrides)
    .catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(FaultError)
  expect((failure as FaultError).fault.code).toBe(code)
  expect(await summary()).toMatchObject({ cwd, model })
  await engine.interruptTurn(session.id)
  await until('turn.finished')
})

test('settings that cannot be put on record do not count, and no turn starts', async () => {
  const { engine, session, summary, store, events } = await setUp()
  store.failing = true
  await expect(engine.startTurn(session.id, 'go', { model: 'small' })).rejects.toThrow('the disk is full')
  expect((await summary()).model).toBe('fake-1')
  expect(events().map(({ type }) => type)).not.toContain('turn.started')
})

test('the demo does not leave its own project', async () => {
  const { engine } = await setUp()
  const demo = await engine.createSession({ demo: true })
  await expect(engine.startTurn(demo.id, 'go', { cwd: '/home/me' })).rejects.toThrow('own project')
})
