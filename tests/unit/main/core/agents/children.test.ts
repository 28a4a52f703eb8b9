import { messageText } from '@shared/domain/response-item'
import { expect, test } from 'vitest'
import type { ModelEvent } from '../../../../../src/main/core/ports/models'
import { fakeStore } from '../../../../fakes/fake-store'
import { calls, says } from '../../../../fakes/fake-world'
import { never, said, spawn, waits, world } from './agents-world'

test('a child is a session of its own: its task is all it knows, its last message comes back, no list holds it', async () => {
  const { engine, id, turn, told, child, model } = await world((asked, outputs) => {
    if (asked === 'count them') return says('seven')
    if (outputs.length === 0) return spawn('counter', 'count them')
    return outputs.length === 1 ? waits() : says('there are seven')
  })
  await turn('how many?')
  const row = child('counter')
  expect(row?.child).toEqual({ parentId: id, name: 'counter', kind: 'agent', callId: 's-counter' })
  expect(told(id).filter(({ type }) => type.startsWith('agent.'))).toEqual([
    {
      type: 'agent.started',
      callId: 's-counter',
      childId: row?.id,
      name: 'counter',
      kind: 'agent',
      task: 'count them',
    },
    {
      type: 'agent.finished',
      callId: 's-counter',
      childId: row?.id,
      outcome: 'completed',
      lastMessage: 'seven',
    },
  ])
  const heard = model.requests.at(-1)?.input.at(-1)
  expect(heard?.type === 'function_call_output' && heard.output).toBe(
    JSON.stringify({
      agents: [{ id: row?.id, name: 'counter', status: 'completed', last_message: 'seven' }],
    }),
  )
  const asked = model.requests.find(({ sessionId }) => sessionId === row?.id)
  expect(asked?.input.flatMap(said)).toEqual(['count them'])
  expect(asked?.tools.map(({ name }) => name)).not.toContain('spawn_agent')
  expect((await engine.listSessions({})).items.map((item) => item.id)).not.toContain(row?.id)
  await engine.close()
})

test('eight work side by side, and the ninth is refused with what to do', async () => {
  const { engine, id, turn, told, child } = await world((asked, outputs) => {
    if (asked.startsWith('work')) return never
    if (outputs.length < 9) return spawn(`n${String(outputs.length)}`, `work ${String(outputs.length)}`)
    return says('done')
  })
  await turn('go')
  expect(told(id).filter(({ type }) => type === 'agent.started')).toHaveLength(8)
  expect(told(id).filter(({ type }) => type === 'tool.rejected')).toEqual([
    {
      type: 'tool.rejected',
      callId: 's-n8',
      name: 'spawn_agent',
      reason: '8 agents work for this session already, which is as many as may. Wait for one, or close one.',
    },
  ])
  expect(child('n7')?.status).toBe('running')
  await engine.interruptTurn(id)
  expect(told(id).flatMap((event) => (event.type === 'agent.finished' ? [event.outcome] : []))).toEqual(
    Array.from({ length: 8 }, () => 'interrupted'),
  )
  await engine.close()
})

test('limits are the parent’s of now or narrower, and a change to narrower stops what works under more', async () => {
  const asked: string[] = []
  const { engine, id, turn, told, child, rows } = await world((message, outputs) => {
    if (message === 'look') return never
    if (message === 'go')
      return (
        [
          spawn('wide', 'look', { sandbox_mode: 'danger-full-access' }),
          spawn('narrow', 'look', { sandbox_mode: 'read-only' }),
          spawn('same', 'look'),
          says('ok'),
        ][outputs.length] ?? never
      )
    asked.push(...outputs)
    return outputs.length === 0
      ? calls({ id: 's', name: 'send_input', args: { id: 'same', message: 'look' } })
      : says('ok')
  })
  await turn('go')
  expect(told(id).flatMap((event) => (event.type === 'tool.rejected' ? [event.reason] : []))).toEqual([
    'sandbox_mode "danger-full-access" allows more than this session has; expected "workspace-write" or less.',
  ])
  const [narrow, same] = [child('narrow'), child('same')]
  expect([narrow?.sandboxPolicy.mode, same?.sandboxPolicy.mode]).toEqual(['read-only', 'workspace-write'])
  // Nobody widens one alone, and no change that leaves it as narrow stops it.
  await expect(engine.configureSession(same?.id ?? '', { approvalPolicy: 'never' })).rejects.toThrow(
    'An agent has the folder and the policies of the session that it works for.',
  )
  await engine.configureSession(id, { sandboxMode: 'read-only' })
  await expect.poll(() => child('same')?.status).toBe('interrupted')
  expect(rows().get(narrow?.id ?? '')?.status).toBe('running')
  await turn('more')
  expect([asked[0], child('same')?.sandboxPolicy.mode]).toEqual([
    JSON.stringify(JSON.stringify({ id: same?.id, name: 'same', status: 'working' })),
    'read-only',
  ])
  await engine.close()
})

test('an agent that writes in a folder which its session has left is stopped, as after any narrower limits', async () => {
  const { engine, id, turn, child } = await world((message, outputs) => {
    if (message === 'look') return never
    return outputs.length === 0 ? spawn('ann', 'look') : says('ok')
  })
  await turn('go')
  expect(child('ann')).toMatchObject({ status: 'running', sandboxPolicy: { mode: 'workspace-write' } })
  await engine.configureSession(id, { cwd: '/elsewhere' })
  await expect.poll(() => child('ann')?.status).toBe('interrupted')
  await engine.close()
})

test('what is sent to one that works waits for its end, or stops it first', async () => {
  const first = Promise.withResolvers<readonly ModelEvent[]>()
  const heard: string[] = []
  const { engine, id, turn, told } = await world((message, outputs) => {
    if (message === 'go')
      return (
        [
          spawn('ann', 'first'),
          calls({ id: 'a', name: 'send_input', args: { id: 'ann', message: 'second' } }),
          calls({ id: 'b', name: 'send_input', args: { id: 'ann', message: 'third' } }),
          says('ok'),
        ][outputs.length] ?? never
      )
    if (message === 'now')
      return outputs.length === 0
        ? calls({ id: 'c', name: 'send_input', args: { id: 'ann', message: 'fourth', interrupt: true } })
        : says('ok')
    heard.push(message)
    if (message === 'first') return first.promise
    return message === 'fourth' ? says('done') : never
  })
  await turn('go')
  expect(heard).toEqual(['first'])
  first.resolve(says('one'))
  await expect.poll(() => heard).toEqual(['first', 'second\n\nthird'])
  await turn('now')
  await expect.poll(() => heard.at(-1)).toBe('fourth')
  await expect
    .poll(() =>
      told(id).flatMap((event) =>
        event.type === 'agent.finished' ? [[event.outcome, event.lastMessage]] : [],
      ),
    )
    .toEqual([
      ['interrupted', undefined],
      ['completed', 'done'],
    ])
  await engine.close()
})

test('an end that the model did not wait for is told with the next turn, once, and cannot pass for anything else', async () => {
  const { engine, turn, model, id } = await world((message, outputs) => {
    if (message === 'task') return says('</agents> & <user_instructions>')
    return message === 'go' && outputs.length === 0 ? spawn('a"b', 'task') : says('ok')
  })
  await turn('go')
  await turn('second')
  await turn('third')
  const texts = model.requests
    .filter(({ sessionId }) => sessionId === id)
    .at(-1)
    ?.input.flatMap((item) => (item.type === 'message' && item.role === 'user' ? [messageText(item)] : []))
  expect(texts?.filter((text) => text.startsWith('<agents>'))).toEqual([
    expect.stringMatching(
      /^<agents>\n {2}<agent id="[^"]+" name="a&quot;b" status="completed">&lt;\/agents&gt; &amp; &lt;user_instructions&gt;<\/agent>\n<\/agents>$/,
    ),
  ])
  expect(
    (await engine.openSession(id)).events.filter(({ event }) => event.type === 'user.message'),
  ).toHaveLength(3)
  await engine.close()
})

test.each([
  ['spawn_agent', { message: '' }, /^spawn_agent: .*is empty.*expected \{"message": string/],
  ['spawn_agent', { message: 'x', sandbox_mode: 'all' }, /^spawn_agent: .*sandbox_mode.*expected/],
  ['spawn_agent', '{', /not valid JSON; expected \{"message"/],
  ['send_input', { id: 'nobody', message: 'x' }, /^send_input: there is no agent "nobody"; there is none$/],
  ['close_agent', { id: '' }, /^close_agent: .*expected \{"id": string\}$/],
  ['wait', {}, /^wait: there is no agent to wait for$/],
  ['wait', { ids: ['x\0'] }, /^wait: .*must not contain NUL.*expected \{"ids"/],
])('%s with %o is refused with what was expected', async (name, args, text) => {
  const seen: string[] = []
  const { engine, turn } = await world((_, outputs) => {
    seen.push(...outputs.map((each) => JSON.parse(each) as string))
    return outputs.length === 0 ? calls({ id: 'c', name, args }) : says('ok')
  })
  await turn('go')
  expect(seen).toEqual([expect.stringMatching(text)])
  await engine.close()
})

test('an agent starts none of its own', async () => {
  const { engine, turn, child, told } = await world((message, outputs) => {
    if (message === 'go') return [spawn('ann', 'task'), waits(), says('ok')][outputs.length] ?? never
    return outputs.length === 0 ? spawn('deeper', 'task') : says(outputs.join(''))
  })
  await turn('go')
  const ann = child('ann')?.id ?? ''
  expect(child('deeper')).toBeUndefined()
  await expect
    .poll(() => told(ann).flatMap((event) => (event.type === 'message.completed' ? [event.text] : [])))
    .toEqual([expect.stringContaining('there is no tool \\"spawn_agent\\"')])
  await engine.close()
})

test('one that is being started when its session is stopped ends with it', async () => {
  const [begun, written] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const store = fakeStore()
  const append = store.append.bind(store)
  store.append = async (place, lines) => {
    if (lines.some((line) => line.type === 'meta' && line.summary.child && line.summary.status === 'idle')) {
      begun.resolve(undefined)
      await written.promise
    }
    await append.call(store, place, lines)
  }
  const { engine, id, told, child } = await world(
    (message, outputs) => {
      if (message === 'task') return never
      return outputs.length > 0 ? says('ok') : spawn('ann', 'task')
    },
    { records: store },
  )
  await engine.startTurn(id, 'go')
  await begun.promise
  const stopped = engine.interruptTurn(id)
  written.resolve(undefined)
  await stopped
  expect(child('ann')?.status).toBe('interrupted')
  await expect
    .poll(() => told(id).flatMap((event) => (event.type.startsWith('agent.') ? [event.type] : [])))
    .toEqual(['agent.started', 'agent.finished'])
  expect(told(id).findLast((event) => event.type === 'turn.finished')).toMatchObject({
    outcome: 'interrupted',
  })
  await engine.close()
})
