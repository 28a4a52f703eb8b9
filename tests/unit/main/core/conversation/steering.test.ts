import type { SessionEvent } from '@shared/domain/agent-event'
import { FaultError } from '@shared/domain/fault'
import { messageImages, messageText } from '@shared/domain/response-item'
import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJsonlStore } from '../../../../../src/main/adapters/store-jsonl/jsonl-store'
import { systemIds } from '../../../../../src/main/adapters/system/clock'
import { isSummary } from '../../../../../src/main/core/conversation/compacted-history'
import type { ContextLimits } from '../../../../../src/main/core/conversation/context-limit'
import type { ModelEvent } from '../../../../../src/main/core/ports'
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
  home = mkdtempSync(join(tmpdir(), 'cs-steered-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

interface Script {
  readonly answers: readonly FakeAnswer[]
  readonly sandbox?: ReturnType<typeof fakeSandbox>
  readonly limits?: ContextLimits
}

/** A session over a real record. `give` writes to the turn that runs. */
async function session({ answers, sandbox = fakeSandbox(), limits }: Script) {
  const model = fakeModel(answers)
  const records = createJsonlStore({ home, version: '0.1.0', trash: { put: () => Promise.resolve() } })
  const world = fakeEngine({ model, sandbox, records, ids: systemIds, ...(limits && { limits }) })
  const { id, rolloutPath = '' } = await world.engine.createSession({ cwd: '/work' })
  return {
    ...world,
    ...{ model, id, rolloutPath },
    give: (text: string) => world.engine.steerTurn(id, text, { clientId: text }),
    /** What a person reads, in order, with the beginnings and ends of turns. */
    said: async () => told((await world.engine.openSession(id)).events),
    /** The input of the n-th request from 0, in short. */
    sent: (nth: number) => shortly(model.requests[nth]?.input ?? []),
  }
}

const told = (events: readonly SessionEvent[]): string[] =>
  events.flatMap(({ event }) => {
    if (event.type === 'user.message') return [`${event.steered ? 'also ' : ''}${event.text}`]
    if (event.type === 'message.completed') return [`> ${event.text}`]
    if (event.type === 'message.waiting') return [`waits ${event.text}`]
    if (event.type === 'command.finished') return ['ran']
    if (event.type === 'turn.started') return ['turn']
    return event.type === 'turn.finished' ? [event.outcome] : []
  })

type Items = ReturnType<typeof fakeModel>['requests'][number]['input']
const shortly = (items: Items): string[] =>
  items.flatMap((item) => {
    if (item.type !== 'message') return [item.type]
    if (isSummary(item)) return ['summary']
    const text = messageText(item)
    return text.startsWith('<environment') ? [] : [text]
  })

const touch = { id: 'c1', args: { command: ['touch', 'x'] } }

/** An answer before which something is done. */
const after = (act: () => Promise<unknown>, answer: readonly ModelEvent[]): FakeAnswer =>
  async function* () {
    await act()
    yield* answer
  }

/** Goes on until the turn is stopped. */
const hangs = (begun: () => void): FakeAnswer =>
  async function* (_, signal) {
    yield { type: 'text-delta', itemId: 'm', text: 'I wait' }
    begun()
    await new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        reject(new Error('aborted'))
      })
    })
  }

test('what is written while the model answers is taken before the next request, behind every output', async () => {
  const made = await session({
    answers: [
      after(
        async () => {
          await made.give('first')
          await made.give('second')
        },
        calls(touch, { ...touch, id: 'c2' }),
      ),
    ],
  })
  const { turnId } = await made.engine.startTurn(made.id, 'go')
  await made.until('turn.finished')
  expect(made.sent(1)).toEqual([
    'go',
    ...['function_call', 'function_call', 'function_call_output', 'function_call_output'],
    ...['first', 'second'],
  ])
  expect(await made.said()).toEqual([
    ...['turn', 'go', 'ran', 'ran', 'also first', 'also second', '> done', 'completed'],
  ])
  expect(made.events().filter(({ type }) => type === 'turn.started')).toEqual([
    { type: 'turn.started', turnId, turnNumber: 1 },
  ])
  await made.engine.close()
})

test('a turn whose last message was on its way goes on with what came meanwhile', async () => {
  const made = await session({ answers: [after(() => made.give('wait'), says('ready')), says('better')] })
  await made.engine.startTurn(made.id, 'go')
  const end = await made.until('turn.finished')
  expect([end.outcome, end.lastMessage, made.model.requests.length]).toEqual(['completed', 'better', 2])
  expect(made.sent(1)).toEqual(['go', 'ready', 'wait'])
  await made.engine.close()
})

test('it waits while a command is asked about, which stays as it is; whoever opens the session sees it wait', async () => {
  const sandbox = fakeSandbox([exited(1, [kernelWrite('/out')]), exited(0)])
  const made = await session({ answers: [calls(touch)], sandbox })
  await made.engine.startTurn(made.id, 'go')
  const { request } = await made.until('approval.requested')
  await made.engine.steerTurn(
    made.id,
    [
      { type: 'text', text: 'look' },
      { type: 'local_image', path: '/cat.png' },
    ],
    { clientId: 'mine' },
  )
  await made.until('message.waiting')
  expect((await made.engine.openSession(made.id)).events.at(-1)?.event).toEqual({
    ...{ type: 'message.waiting', text: 'look', clientId: 'mine', images: ['/cat.png'] },
  })
  expect([made.engine.pendingApproval(request.id)?.state, made.model.requests.length]).toEqual(['pending', 1])
  await made.engine.decide(request.id, { kind: 'deny' }, 'window')
  await made.until('turn.finished')
  expect(made.sent(1).slice(-2)).toEqual(['function_call_output', 'look'])
  expect(made.model.requests[1]?.input.slice(-1).flatMap(messageImages)).toHaveLength(1)
  expect(await made.said()).not.toContain('waits look')
  await made.engine.close()
})

test('what a stopped turn did not take is on record in it, and the next request has it', async () => {
  const begun = Promise.withResolvers<undefined>()
  const made = await session({
    answers: [
      hangs(() => {
        begun.resolve(undefined)
      }),
    ],
  })
  await made.engine.startTurn(made.id, 'go')
  await begun.promise
  await made.give('not so')
  await made.engine.interruptTurn(made.id)
  expect(await made.said()).toEqual(['turn', 'go', 'also not so', 'interrupted'])
  await made.engine.startTurn(made.id, 'instead')
  await made.until('turn.finished', 2)
  expect(made.sent(1)).toEqual(['go', 'not so', 'instead'])
  await made.engine.close()
})

test('a turn that fails keeps it too, and trying again sends it', async () => {
  const made = await session({
    answers: [
      // oxlint-disable-next-line require-yield -- a stream that ends before it says anything
      async function* () {
        await made.give('also this')
        throw new FaultError({ code: 'server-error', message: 'no' })
      },
    ],
  })
  await made.engine.startTurn(made.id, 'go')
  expect((await made.until('turn.finished')).outcome).toBe('failed')
  await made.engine.retryTurn(made.id)
  await made.until('turn.finished', 2)
  expect(made.sent(1)).toEqual(['go', 'also this'])
  await made.engine.close()
})

test('what comes in the middle of a compaction stands behind the summary', async () => {
  const full: ModelEvent = {
    type: 'completed',
    usage: { inputTokens: 900, cachedInputTokens: 0, outputTokens: 0, totalTokens: 900 },
  }
  const made = await session({
    answers: [
      [...calls(touch).slice(0, -1), full],
      after(() => made.give('meanwhile'), says('What matters.')),
      says('ready'),
    ],
    limits: { compactAt: 800 },
  })
  await made.engine.startTurn(made.id, 'go')
  await made.until('turn.finished')
  expect(made.model.requests[1]?.tools).toEqual([])
  expect(made.sent(1)).not.toContain('meanwhile')
  expect(made.sent(2)).toEqual(['go', 'summary', 'meanwhile'])
  await made.engine.close()
})

test('no turn, another turn and a turn at its end are refused, and nothing of it is kept', async () => {
  const made = await session({ answers: [says('one')] })
  await expect(made.give('x')).rejects.toMatchObject({ code: 'no-turn' })
  const { turnId } = await made.engine.startTurn(made.id, 'go')
  const wrong = made.engine.steerTurn(made.id, 'x', { turnId: 'other' })
  await expect(wrong).rejects.toThrow(`expected ${turnId}, and it is for other`)
  await expect(made.engine.steerTurn(made.id, [{ type: 'text', text: ' ' }])).rejects.toMatchObject({
    code: 'bad-request',
  })
  await made.until('turn.finished')
  await expect(made.give('x')).rejects.toMatchObject({ code: 'no-turn' })
  expect(await made.said()).toEqual(['turn', 'go', '> one', 'completed'])
  await made.engine.close()
})

test('a compaction, a review and the model of a review take none', async () => {
  const [asked, ofChild] = [Promise.withResolvers<unknown>(), Promise.withResolvers<unknown>()]
  const giveChild = async (): Promise<void> => {
    const { childId } = await made.until('agent.started')
    await made.engine.steerTurn(childId, 'x').catch(ofChild.resolve)
  }
  const made = await session({
    answers: [
      says('one'),
      after(() => made.give('x').catch(asked.resolve), says('summary')),
      after(giveChild, says('{}')),
    ],
  })
  await made.engine.startTurn(made.id, 'go')
  await made.until('turn.finished')
  await made.engine.compactSession(made.id)
  expect(await asked.promise).toMatchObject({ fault: { code: 'not-steerable', turnKind: 'compact' } })
  await made.until('turn.finished', 2)
  await made.engine.startReview(made.id, { kind: 'uncommitted' })
  await expect(made.give('x')).rejects.toMatchObject({ fault: { turnKind: 'review' } })
  expect(await ofChild.promise).toMatchObject({ fault: { code: 'not-steerable', turnKind: 'review' } })
  await made.engine.close()
})

test('so many wait and no more', async () => {
  const begun = Promise.withResolvers<undefined>()
  const made = await session({
    answers: [
      hangs(() => {
        begun.resolve(undefined)
      }),
    ],
  })
  await made.engine.startTurn(made.id, 'go')
  await begun.promise
  for (let nth = 0; nth < 20; nth += 1) await made.give(String(nth))
  await expect(made.give('one more')).rejects.toThrow(/20 messages already wait/)
  await made.engine.close()
  const record = readFileSync(made.rolloutPath, 'utf8')
  expect([record.includes('"19"'), record.includes('one more')]).toEqual([true, false])
})

test('after a restart it is where it was taken; a fork and a rewind count it as they count every message', async () => {
  const made = await session({
    answers: [after(() => made.give('also'), calls(touch)), says('one'), says('two')],
  })
  await made.engine.startTurn(made.id, 'go')
  await made.until('turn.finished')
  await made.engine.startTurn(made.id, 'next')
  await made.until('turn.finished', 2)
  const live = await made.said()
  await made.engine.close()

  const again = await session({ answers: [says('three')] })
  const { events } = await again.engine.openSession(made.id)
  expect(told(events)).toEqual(live)
  expect(events.find(({ event }) => event.type === 'user.message' && event.steered)?.event).toEqual({
    ...{ type: 'user.message', text: 'also', steered: true, clientId: 'also' },
  })
  const fork = await again.engine.forkSession(made.id, 1)
  expect(told((await again.engine.openSession(fork.id)).events)).toEqual(['turn', 'go', 'ran', 'interrupted'])
  const { messages } = (await again.engine.restores.lookRewind(made.id, 1)) as { messages: number }
  expect(messages).toBe(3)
  await again.engine.restores.rewind(made.id, { turnNumber: 2, lastTurn: 2, files: false, sinceToo: false })
  await again.engine.startTurn(made.id, 'otherwise')
  await again.until('turn.finished')
  expect(again.sent(0)).toEqual([
    ...['go', 'function_call', 'function_call_output', 'also', 'one'],
    expect.stringContaining('rewind'),
    'otherwise',
  ])
  await again.engine.close()
})

test('an engine that is killed behind it leaves it on record; the turn after it begins with its own message alone', async () => {
  const made = await session({ answers: [after(() => made.give('also'), calls(touch)), says('one')] })
  await made.engine.startTurn(made.id, 'go')
  await made.until('turn.finished')
  await made.engine.close()
  const record = readFileSync(made.rolloutPath)
  truncateSync(made.rolloutPath, record.indexOf('\n', record.indexOf('"countersign_steered":true')) + 1)

  const again = await session({ answers: [says('two')] })
  expect(told((await again.engine.openSession(made.id)).events)).toEqual([
    ...['turn', 'go', 'ran', 'also also', 'interrupted'],
  ])
  await again.engine.startTurn(made.id, 'next')
  await again.until('turn.finished')
  expect(again.sent(0).slice(-3)).toEqual(['function_call_output', 'also', 'next'])
  await again.engine.restores.rewind(made.id, { turnNumber: 2, lastTurn: 2, files: false, sinceToo: false })
  await again.engine.startTurn(made.id, 'other')
  await again.until('turn.finished', 2)
  expect(again.sent(1)).toEqual([
    ...['go', 'function_call', 'function_call_output', 'also'],
    expect.stringContaining('rewind'),
    'other',
  ])
  const fork = await again.engine.forkSession(made.id, 2)
  expect(told((await again.engine.openSession(fork.id)).events)).toContain('also also')
  await again.engine.close()
})

test('what cannot be written is told, and is no part of the conversation', async () => {
  const model = fakeModel([
    after(async () => {
      await world.engine.steerTurn(id, 'lost', { clientId: 'lost' })
      await world.until('message.waiting')
      world.store.failing = true
    }, says('ready')),
  ])
  const world = fakeEngine({ model })
  const { id } = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(id, 'go')
  expect((await world.until('turn.finished')).outcome).toBe('failed')
  const problems = world.events().flatMap((event) => (event.type === 'error.reported' ? [event.fault] : []))
  expect(problems.map(({ message }) => message)).toContain(
    'What was written to the running turn is not on record: the disk is full',
  )
  const types = (await world.engine.openSession(id)).events.map(({ event }) => event.type)
  expect(types.filter((type) => type === 'user.message' || type === 'message.waiting')).toEqual([
    'user.message',
  ])
})
