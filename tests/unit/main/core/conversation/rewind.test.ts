import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJsonlStore } from '../../../../../src/main/adapters/store-jsonl/jsonl-store'
import { systemIds } from '../../../../../src/main/adapters/system/clock'
import { messageText } from '@shared/domain/response-item'
import {
  calls,
  exited,
  fakeEngine,
  fakeModel,
  fakeSandbox,
  kernelWrite,
  says,
  type FakeAnswer,
} from '../../../../fakes/fake-world'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-rewound-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

const world = (script: readonly FakeAnswer[] = [], sandbox = fakeSandbox()) => {
  const model = fakeModel(script)
  const records = createJsonlStore({ home, version: '0.1.0', trash: { put: () => Promise.resolve() } })
  return { ...fakeEngine({ model, sandbox, records, ids: systemIds }), requests: model.requests }
}
type World = ReturnType<typeof world>

async function talk(made: World, id: string, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    const before = made.events().filter((event) => event.type === 'turn.finished').length
    await made.engine.startTurn(id, text)
    await made.until('turn.finished', before + 1)
  }
}

/** Everything a person reads of the session, in order. */
const said = async ({ engine }: World, id: string): Promise<readonly string[]> =>
  (await engine.openSession(id)).events.flatMap(({ event }) => {
    if (event.type === 'user.message' || event.type === 'message.completed') return [event.text]
    if (event.type === 'turn.started') return [`turn ${String(event.turnNumber)}`]
    return event.type === 'session.rewound' ? [`rewound ${String(event.turnNumber)}`] : []
  })

/** What the model was sent of the conversation with its last request. */
const sent = ({ requests }: World): readonly string[] =>
  (requests.at(-1)?.input ?? [])
    .map(messageText)
    .filter((text) => text !== '' && !text.startsWith('<environment'))

const wish = (turnNumber: number, lastTurn: number) => ({
  ...{ turnNumber, lastTurn },
  ...{ files: false, sinceToo: false },
})

const note = [
  '<user_action>',
  '<context>The user took the conversation back to this point.</context>',
  '<action>rewind</action>',
  '<results>',
  'Files may differ from what this conversation says of them: read them again.',
  '</results>',
  '</user_action>',
].join('\n')

/** Three turns of which two are taken back. */
async function rewound(...more: FakeAnswer[]): Promise<{ readonly id: string; readonly made: World }> {
  const made = world([says('one'), says('two'), says('three'), ...more])
  const { id } = await made.engine.createSession({ cwd: '/work' })
  await talk(made, id, 'first', 'second', 'third')
  expect(await made.engine.restores.lookRewind(id, 2)).toMatchObject({
    ...{ kind: 'ready', turnNumber: 2, lastTurn: 3, turns: 2, messages: 2, outside: 0 },
    files: { kind: 'unavailable' },
  })
  await made.engine.restores.rewind(id, wish(2, 3))
  return { id, made }
}

const log = ['turn 1', 'first', 'one', 'rewound 2']

test('a conversation goes on from before the turn, and the model hears nothing of what was taken back', async () => {
  const { id, made } = await rewound(says('other'))
  expect(await said(made, id)).toEqual(log)
  await talk(made, id, 'otherwise')
  expect(sent(made)).toEqual(['first', 'one', note, 'otherwise'])
  const after = [...log, 'turn 4', 'otherwise', 'other']
  expect(await said(made, id)).toEqual(after)
  // Told once.
  await talk(made, id, 'and on')
  expect(sent(made)).toEqual(['first', 'one', note, 'otherwise', 'other', 'and on'])
  await made.engine.close()
})

test('it is the same after the engine has ended, in a fork, and in an export; the record keeps what was said', async () => {
  const { id, made } = await rewound(says('other'))
  await talk(made, id, 'otherwise')
  const live = await said(made, id)
  await made.engine.close()

  const again = world([says('more'), says('aside')])
  expect(await said(again, id)).toEqual(live)
  const { text } = await again.engine.exportSession(id, 'markdown')
  expect([text.includes('otherwise'), text.includes('third'), text.includes('second')]).toEqual([
    true,
    false,
    false,
  ])
  expect(text).toContain('Took the conversation back by 2 turns; files stay as they are.')
  await talk(again, id, 'and on')
  expect(sent(again)).toEqual(['first', 'one', note, 'otherwise', 'other', 'and on'])
  expect((await said(again, id)).slice(-3)).toEqual(['turn 5', 'and on', 'more'])
  // Messages are counted as they are shown.
  const fork = await again.engine.forkSession(id, 1)
  expect((await said(again, fork.id)).slice(0, 4)).toEqual(log)
  await talk(again, fork.id, 'aside')
  // What was told before the message that the fork ends at stands in it already.
  expect(sent(again)).toEqual(['first', 'one', note, note, 'aside'])
  const first = await again.engine.forkSession(id, 2)
  expect((await said(again, first.id)).slice(0, 7)).toEqual(live)
  const raw = await again.engine.exportSession(id, 'rollout')
  expect(Buffer.from(raw.text, 'base64').toString()).toContain('third')
  await again.engine.close()
})

test('a rewind that is cut in half on file is none', async () => {
  const { id, made } = await rewound()
  const path = (await made.engine.openSession(id)).session.rolloutPath ?? ''
  await made.engine.close()
  const text = readFileSync(path, 'utf8')
  const line = text.split('\n').find((each) => each.includes('"session.rewound"')) ?? ''
  truncateSync(path, Buffer.byteLength(text.slice(0, text.indexOf(line) + line.length / 2)))
  const again = world([says('more')])
  expect(await said(again, id)).toEqual([
    'turn 1',
    'first',
    'one',
    'turn 2',
    'second',
    'two',
    'turn 3',
    'third',
    'three',
  ])
  await talk(again, id, 'and on')
  expect(sent(again)).toEqual(['first', 'one', 'second', 'two', 'third', 'three', 'and on'])
  await again.engine.close()
})

test('a rewind can be rewound over, back to the very beginning, and over a compaction', async () => {
  const { id, made } = await rewound(
    says('four'),
    says('a summary'),
    says('five'),
    says('six'),
    says('seven'),
  )
  await talk(made, id, 'fourth')
  await made.engine.compactSession(id)
  await made.until('turn.finished', 5)
  await talk(made, id, 'fifth')
  expect(sent(made).join()).toContain('a summary')
  await made.engine.restores.rewind(id, wish(4, 6))
  await talk(made, id, 'sixth')
  expect(sent(made)).toEqual(['first', 'one', note, 'sixth'])
  await made.engine.restores.rewind(id, wish(1, 7))
  expect(await said(made, id)).toEqual(['rewound 1'])
  expect((await made.engine.openSession(id)).session.status).toBe('idle')
  await made.engine.close()
  const again = world([says('again')])
  expect(await said(again, id)).toEqual(['rewound 1'])
  await talk(again, id, 'seventh')
  expect(sent(again)).toEqual([note, 'seventh'])
  expect((await said(again, id)).slice(1)).toEqual(['turn 8', 'seventh', 'again'])
  await again.engine.close()
})

test('what was not shown, runs, or is gone already is refused, and nothing is taken back', async () => {
  const { id, made } = await rewound(says('other'), async function* (_request, signal) {
    await new Promise((settle) => {
      signal.addEventListener('abort', settle)
    })
    yield* []
  })
  await expect(made.engine.restores.rewind(id, wish(1, 3))).rejects.toThrow('Look again')
  await expect(made.engine.restores.rewind(id, wish(2, 2))).rejects.toThrow('Look again')
  expect(await made.engine.restores.lookRewind(id, 2)).toMatchObject({ kind: 'unavailable' })
  expect(await made.engine.restores.lookRewind(id, 7)).toMatchObject({ kind: 'unavailable' })
  await expect(made.engine.restores.rewind(id, { ...wish(1, 1), files: true })).rejects.toThrow(
    'Nothing is kept',
  )
  await talk(made, id, 'otherwise')
  await made.engine.startTurn(id, 'for long')
  expect(await made.engine.restores.lookRewind(id, 1)).toMatchObject({ kind: 'unavailable' })
  await expect(made.engine.restores.rewind(id, wish(1, 5))).rejects.toThrow('A turn runs in this session')
  await made.engine.interruptTurn(id)
  expect(await said(made, id)).toEqual([...log, 'turn 4', 'otherwise', 'other', 'turn 5', 'for long'])
  // One that was stopped can be taken back.
  await made.engine.restores.rewind(id, wish(5, 5))
  expect(await said(made, id)).toEqual([...log, 'turn 4', 'otherwise', 'other', 'rewound 5'])
  await made.engine.close()
})

test('of two that are asked for at once one is done', async () => {
  const made = world([says('one'), says('two')])
  const { id } = await made.engine.createSession({ cwd: '/work' })
  await talk(made, id, 'first', 'second')
  const both = await Promise.allSettled([
    made.engine.restores.rewind(id, wish(2, 2)),
    made.engine.restores.rewind(id, wish(2, 2)),
    made.engine.startTurn(id, 'third'),
  ])
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await made.engine.close()
})

test('grants of the session that were given in a turn that is taken back end, others stay', async () => {
  const command = (id: string, name: string) => calls({ id, args: { command: ['touch', name] } })
  const made = world(
    [command('c1', '/srv/one'), says('one'), command('c2', '/srv/two'), says('two')],
    fakeSandbox(({ permit, command: words }) =>
      permit.grants.length === 0 ? exited(1, [kernelWrite(words.at(-1) ?? '')]) : exited(0),
    ),
  )
  const { engine } = made
  const { id } = await engine.createSession({ cwd: '/work' })
  for (const nth of [1, 2]) {
    await engine.startTurn(id, String(nth))
    const { request } = await made.until('approval.requested', nth)
    await engine.decide(request.id, { kind: 'allow', offerId: 'only-this', scope: 'session' }, 'window')
    await made.until('turn.finished', nth)
  }
  const given = async () => (await engine.listGrants()).map((grant) => grant.command.at(-1))
  expect(await given()).toEqual(['/srv/one', '/srv/two'])
  await engine.restores.rewind(id, wish(2, 2))
  expect(await given()).toEqual(['/srv/one'])
  await engine.close()
})

test('a process that a turn left running ends with it, one of an earlier turn stays, and the model is told of neither', async () => {
  const stopped: string[] = []
  const sandbox = fakeSandbox()
  sandbox.run = (spec, signal) =>
    new Promise((settle) => {
      spec.input?.attach({
        write: () => 'sent',
        drained: () => Promise.resolve(),
        resize: () => undefined,
        end: () => undefined,
        interrupt: () => true,
      })
      signal.addEventListener('abort', () => {
        stopped.push(spec.command.at(-1) ?? '')
        const { output } = exited(0)
        settle({ kind: 'cancelled', durationMs: 1, output, evidence: [] })
      })
    })
  const serve = (id: string, cmd: string) =>
    calls({ id, name: 'exec_command', args: { cmd, yield_time_ms: 250 } })
  const made = world(
    [serve('c1', 'serve'), says('up'), serve('c2', 'watch'), says('both'), says('on')],
    sandbox,
  )
  const { id } = await made.engine.createSession({ cwd: '/work' })
  await talk(made, id, 'first', 'second')
  await made.engine.restores.rewind(id, wish(2, 2))
  expect(stopped).toEqual(['watch'])
  const { events, session } = await made.engine.openSession(id)
  const shown = events.flatMap(({ event }) =>
    event.type === 'command.kept' || event.type === 'command.finished'
      ? [`${event.type} ${event.callId}`]
      : [],
  )
  expect([shown, session.status, session.activity]).toEqual([['command.kept c1'], 'done', ''])
  await talk(made, id, 'third')
  expect(sent(made)).toEqual(['first', 'up', note, 'third'])
  expect(JSON.stringify(made.requests.at(-1)?.input)).not.toContain('watch')
  await made.engine.close()
  expect(stopped).toEqual(['watch', 'serve'])
})
