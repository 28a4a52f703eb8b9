import type { AgentEvent } from '@shared/domain/agent-event'
import { FaultError } from '@shared/domain/fault'
import { messageText, type ResponseItem } from '@shared/domain/response-item'
import { expect, test } from 'vitest'
import { isSummary } from '../../../../../src/main/core/conversation/compacted-history'
import { isUserMessage } from '../../../../../src/main/core/conversation/session-prefix'
import type { ContextLimits } from '../../../../../src/main/core/conversation/context-limit'
import type { ModelEvent, ModelRequest } from '../../../../../src/main/core/ports/models'
import { calls, fakeEngine, fakeModel, says, type FakeAnswer } from '../../../../fakes/fake-world'

const isCompaction = (request: ModelRequest | undefined): boolean => request?.tools.length === 0

/** An answer whose history the provider counts as so many tokens. */
const counted = (text: string, totalTokens: number): readonly ModelEvent[] => [
  ...says(text).slice(0, -1),
  {
    type: 'completed',
    usage: { inputTokens: totalTokens, cachedInputTokens: 0, outputTokens: 0, totalTokens },
  },
]

const fails = (code: 'context-length' | 'server-error'): FakeAnswer =>
  // oxlint-disable-next-line require-yield -- a stream that ends before it says anything
  async function* () {
    await Promise.resolve()
    throw new FaultError({ code, message: `it says ${code}` })
  }

async function talk(script: readonly FakeAnswer[], limits: ContextLimits = {}) {
  const model = fakeModel(script)
  const docs = { user: 'Speak plainly.', project: undefined }
  const world = fakeEngine({ model, limits, docs })
  const { id } = await world.engine.createSession({ cwd: '/work' })
  let turns = 0
  const ended = (): Promise<AgentEvent> => world.until('turn.finished', (turns += 1))
  return {
    ...world,
    model,
    say: async (text: string) => {
      await world.engine.startTurn(id, text)
      return ended()
    },
    compact: async () => {
      await world.engine.compactSession(id)
      return ended()
    },
    retry: async () => {
      await world.engine.retryTurn(id)
      return ended()
    },
    /** What the model got last, in words. */
    shown: () =>
      (model.requests.at(-1)?.input ?? []).map((item) =>
        isSummary(item) ? 'summary' : isPrefix(item) ? 'prefix' : shortly(item),
      ),
    faults: () => world.events().flatMap((event) => (event.type === 'error.reported' ? [event.fault] : [])),
  }
}

const isPrefix = (item: ResponseItem): boolean =>
  item.type === 'message' && item.role === 'user' && !isUserMessage(item)
const shortly = (item: ResponseItem): string => (item.type === 'message' ? messageText(item) : item.type)

test('on request the history becomes what the user said and the summary; everything stays on record', async () => {
  const { say, compact, shown, events, store } = await talk([says('one'), says('two'), says('What matters.')])
  await say('first')
  await say('second')
  expect(await compact()).toMatchObject({ outcome: 'completed' })
  await say('third')
  expect(shown()).toEqual(['prefix', 'prefix', 'first', 'second', 'summary', 'third'])
  expect(events().find((event) => event.type === 'context.compacted')).toMatchObject({
    trigger: 'manual',
    summary: 'What matters.',
  })
  const record = store.lines.flatMap((line) => (line.type === 'item' ? [shortly(line.item)] : []))
  expect(record).toEqual(expect.arrayContaining(['first', 'one', 'second', 'two', 'third']))
  expect(store.lines.filter((line) => line.type === 'compacted')).toHaveLength(1)
})

test('near the limit it happens by itself, before the next request, and only once', async () => {
  const { say, model, shown } = await talk([counted('one', 900), says('Sum.'), counted('two', 50)], {
    compactAt: 800,
  })
  await say('first')
  await say('second')
  await say('third')
  expect(model.requests.map(isCompaction)).toEqual([false, true, false, false])
  expect(shown()).toEqual(['prefix', 'prefix', 'first', 'second', 'summary', 'two', 'third'])
})

test('it happens between two calls of one turn, and the call with its output is in the summary, not in the history', async () => {
  const call: readonly ModelEvent[] = [
    ...calls({ id: 'c1', args: { command: ['ls'] } }).slice(0, -1),
    {
      type: 'completed',
      usage: { inputTokens: 900, cachedInputTokens: 0, outputTokens: 0, totalTokens: 900 },
    },
  ]
  const { say, model, shown } = await talk([call, says('Sum.'), says('end')], { compactAt: 800 })
  expect(await say('go')).toMatchObject({ outcome: 'completed', lastMessage: 'end' })
  expect(model.requests[1]?.input.map((item) => item.type)).toEqual(
    expect.arrayContaining(['function_call', 'function_call_output']),
  )
  expect(shown()).toEqual(['prefix', 'prefix', 'go', 'summary'])
})

test('when the history is too long even for that, the oldest goes first, and the summary is had', async () => {
  const { say, compact, model, events } = await talk([
    calls({ id: 'c1', args: { command: ['ls'] } }),
    says('one'),
    fails('context-length'),
    fails('context-length'),
    fails('context-length'),
    says('Sum.'),
  ])
  await say('first')
  expect(await compact()).toMatchObject({ outcome: 'completed' })
  const tries = model.requests.slice(2).map(({ input }) => input)
  expect(tries.map((input) => input.length)).toEqual([7, 6, 4, 2])
  // What is left is whole: no output without its call.
  for (const input of tries)
    expect(input.filter(({ type }) => type === 'function_call')).toHaveLength(
      input.filter(({ type }) => type === 'function_call_output').length,
    )
  expect(events().some((event) => event.type === 'context.compacted')).toBe(true)
})

test.each<[string, FakeAnswer]>([
  ['the server fails', fails('server-error')],
  ['no summary comes', [{ type: 'completed' }]],
])('when %s, the history is as it was and the session says so', async (_, answer) => {
  const { say, compact, shown, faults } = await talk([says('one'), answer])
  await say('first')
  expect(await compact()).toMatchObject({ outcome: 'failed' })
  expect(faults()[0]?.message).toMatch(/^The conversation was not compacted: /)
  await say('second')
  expect(shown()).toEqual(['prefix', 'prefix', 'first', 'one', 'second'])
})

test('a failed automatic compaction is not tried again, and the turn goes on', async () => {
  const { say, model, faults } = await talk(
    [counted('one', 900), fails('server-error'), counted('two', 950)],
    {
      compactAt: 800,
    },
  )
  await say('first')
  expect(await say('second')).toMatchObject({ outcome: 'completed', lastMessage: 'two' })
  await say('third')
  expect(model.requests.map(isCompaction)).toEqual([false, true, false, false])
  expect(faults()).toHaveLength(1)
})

test('a server that finds the history too long has it compacted before the next turn', async () => {
  const { say, retry, model } = await talk([fails('context-length'), says('Sum.'), says('end')])
  expect(await say('first')).toMatchObject({ outcome: 'failed' })
  expect(await retry()).toMatchObject({ outcome: 'completed', lastMessage: 'end' })
  expect(model.requests.map(isCompaction)).toEqual([false, true, false])
})

test('a record that cannot be written leaves the history as it was', async () => {
  const { say, compact, store, shown, faults } = await talk([says('one'), says('Sum.')])
  await say('first')
  const append = store.append.bind(store)
  store.append = (session, lines) =>
    lines.some((line) => line.type === 'compacted')
      ? Promise.reject(new FaultError({ code: 'store-failed', message: 'the disk is full' }))
      : append(session, lines)
  expect(await compact()).toMatchObject({ outcome: 'failed' })
  expect(faults()[0]).toMatchObject({ code: 'store-failed' })
  await say('second')
  expect(shown()).toEqual(['prefix', 'prefix', 'first', 'one', 'second'])
})

test('what the user said is kept to 20,000 tokens, its middle cut, and is told from what the engine put in', async () => {
  const { say, compact, model } = await talk([
    says('one'),
    says('two'),
    says('Sum. </conversation_summary> x'),
  ])
  await say(`begin ${'é'.repeat(60_000)}`)
  await say(`${'b'.repeat(60_000)} end`)
  await compact()
  await say('next')
  const input = model.requests.at(-1)?.input ?? []
  const own = input.filter(isUserMessage).map(messageText)
  expect(own).toHaveLength(2)
  expect(own[0]).toMatch(/^begin é+\n\[\.\.\. messages of the user cut here \.\.\.\]\nb+ end$/)
  expect(Buffer.byteLength(own[0] ?? '')).toBeLessThanOrEqual(80_000)
  expect(
    input.filter(isSummary).map((item) => messageText(item).split('</conversation_summary>').length),
  ).toEqual([2])
})

test('with nothing said there is nothing to compact or to try again', async () => {
  const { compact, engine, faults } = await talk([])
  expect(await compact()).toMatchObject({ outcome: 'failed' })
  expect(faults()[0]?.message).toContain('no conversation to compact')
  const [session] = (await engine.state()).sessions
  await expect(engine.retryTurn(session?.id ?? '')).rejects.toMatchObject({ code: 'bad-request' })
})

test('a summary is asked for in the words of the configuration', async () => {
  const world = await talk([says('One.'), says('Short.')], { compactPrompt: 'Sum it up.' })
  await world.say('first')
  await world.compact()
  expect(messageText(world.model.requests.at(-1)?.input.at(-1) ?? { type: 'web_search_call' })).toBe(
    'Sum it up.',
  )
})
