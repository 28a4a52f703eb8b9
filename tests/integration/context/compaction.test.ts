import { expect, test } from 'vitest'
import type { Answer } from '../../fakes/model-server'
import { jsonLines } from '../../fakes/run-cli'
import { contextWorld, faultsOf, type ContextWorld } from './context-world'

const small = 'model_context_window = 4000'
const nearlyFull = { input: 3900, cached: 0, output: 20 }
const list: Answer = {
  calls: [{ name: 'shell', arguments: '{"command":["echo","the-long-listing"]}' }],
  usage: nearlyFull,
}
const summary = 'SUMMARY: the listing was made; next, answer.'
const tooLong: Answer = {
  status: 400,
  body: { error: { code: 'context_length_exceeded', message: 'Your input exceeds the context window.' } },
}

const texts = (world: ContextWorld, index: number): string => JSON.stringify(world.sent(index))
const last = (world: ContextWorld, index: number): string => world.sent(index).at(-1)?.text ?? ''
const typesOf = (world: ContextWorld): string[] => world.rollout().map(({ type }) => type)

test('near the limit the conversation is compacted in the middle of a turn, and the turn goes on from the summary', async () => {
  const world = await contextWorld([list, { text: summary }, { text: 'Answered.' }], small)
  const ran = await world.exec('--cd', world.project, 'list it for me')
  expect([ran.code, world.requests()]).toEqual([0, 3])
  // The compaction's own request: the whole conversation, and the demand for a hand-over.
  expect(last(world, 1)).toContain('hand-over')
  // The new history: environment, the person's words, the summary; nothing of the call.
  const opened = world.sent(2).map(({ text }) => text.slice(0, 22))
  expect(opened).toEqual(['<environment_context>\n', 'list it for me', '<conversation_summary>'])
  expect([last(world, 2).includes(summary), texts(world, 2).includes('the-long-listing')]).toEqual([
    true,
    false,
  ])
  const shown = jsonLines<{ type: string; trigger?: string; lastMessage?: string }>(ran)
  expect(shown.filter(({ type }) => /^context\./.test(type) || type === 'turn.finished')).toMatchObject([
    { type: 'context.compacting', trigger: 'automatic' },
    { type: 'context.compacted', trigger: 'automatic' },
    { type: 'turn.finished', outcome: 'completed', lastMessage: 'Answered.' },
  ])
})

test('the rollout gets one compacted line with the new history, and keeps what was there before', async () => {
  const world = await contextWorld([list, { text: summary }, { text: 'Answered.' }], small)
  await world.exec('--cd', world.project, 'list it for me')
  const lines = world.rollout()
  const at = lines.findIndex(({ type }) => type === 'compacted')
  expect(typesOf(world).filter((type) => type === 'compacted')).toHaveLength(1)
  expect(lines[at]?.payload).toMatchObject({ message: summary, replacement_history: { length: 3 } })
  expect(JSON.stringify(lines.slice(0, at))).toContain('the-long-listing')
  expect(JSON.stringify(lines)).toContain('"model_context_window":4000')
})

test('a session that was compacted goes on from its summary when it is resumed', async () => {
  const world = await contextWorld(
    [list, { text: summary }, { text: 'Answered.' }, { text: 'Still here.' }],
    small,
  )
  await world.exec('--cd', world.project, 'list it for me')
  const ran = await world.exec('--cd', world.project, '--resume', '--', 'and now?')
  expect([ran.code, world.requests()]).toEqual([0, 4])
  expect(texts(world, 3)).toContain(summary)
  expect(texts(world, 3)).not.toContain('the-long-listing')
  expect(
    world
      .sent(3)
      .slice(-2)
      .map(({ text }) => text),
  ).toEqual(['Answered.', 'and now?'])
})

test.each<[string, Answer, string]>([
  ['the server fails', { status: 500, body: 'oops' }, 'server-error'],
  ['there is no summary', { text: '' }, 'bad-stream'],
])(
  'a compaction that fails (%s) leaves the history as it was and is not tried again',
  async (_, answer, code) => {
    const again: Answer = { ...list, usage: nearlyFull }
    const world = await contextWorld([list, answer, again, { text: 'Answered.', usage: nearlyFull }], small)
    const ran = await world.exec('--cd', world.project, 'list it for me')
    expect([ran.code, world.requests(), typesOf(world).includes('compacted')]).toEqual([0, 4, false])
    expect(faultsOf(ran)).toEqual([expect.stringContaining(`${code}: The conversation was not compacted`)])
    expect(world.sent(2).slice(0, world.sent(0).length)).toEqual(world.sent(0))
  },
)

test('when even the compaction is too long, the oldest go first until it fits', async () => {
  const world = await contextWorld([list, tooLong, { text: summary }, { text: 'Answered.' }], small)
  const ran = await world.exec('--cd', world.project, 'list it for me')
  expect([ran.code, faultsOf(ran), world.sent(2).length < world.sent(1).length]).toEqual([0, [], true])
  expect(last(world, 3)).toContain(summary)
})

test('a server that says the conversation is too long ends the turn with a remedy, and nothing is lost', async () => {
  const world = await contextWorld([{ text: 'First.' }, tooLong, { text: 'Third.' }])
  await world.exec('--cd', world.project, 'one')
  const ran = await world.exec('--cd', world.project, '--resume', '--', 'two')
  expect(ran.code).toBe(1)
  expect(jsonLines<{ fault?: unknown }>(ran).flatMap(({ fault }) => fault ?? [])).toMatchObject([
    { code: 'context-length', remedy: expect.stringContaining('Compact') as string },
  ])
  await world.exec('--cd', world.project, '--resume', '--', 'three')
  const known = texts(world, 2)
  expect(['one', 'First.', 'two', 'three'].map((text) => known.includes(text))).toEqual(Array(4).fill(true))
})
