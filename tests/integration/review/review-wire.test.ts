import { afterEach, expect, test } from 'vitest'
import {
  plainClient,
  startAppServer,
  type AppServerClient,
  type Message,
} from '../../fakes/app-server-client'
import { found, reviewWorld, runs, toldIn } from './review-world'

let client: AppServerClient | undefined
afterEach(async () => {
  await client?.end()
})

type Msg = Readonly<Record<string, unknown>> & { readonly type: string }

/** The events told so far, in their order. */
const toldBy = (server: AppServerClient): Msg[] =>
  server.messages.flatMap((each) =>
    String(each['method']).startsWith('codex/event/') ? [(each['params'] as { msg: Msg }).msg] : [],
  )
const resultOf = (message: Message) => message['result'] as Record<string, unknown>
const review = (prompt: string) => ({
  type: 'review',
  review_request: { prompt, user_facing_hint: 'the last change' },
})

test('the operation review: entered, exited with what was found, and nothing of what it did in between', async () => {
  const world = await reviewWorld((project) => [
    runs('git', 'diff', 'HEAD'),
    found(`${project}/read.ts`),
    { text: 'I know of it.' },
  ])
  const server = startAppServer({ env: world.env, cwd: world.project })
  client = server
  await server.request(1, 'initialize', plainClient)
  const made = resultOf(await server.request(2, 'newConversation', { cwd: world.project }))
  const { conversationId, rolloutPath } = made
  await server.request(3, 'addConversationListener', { conversationId })
  const op = review('Look at what git diff HEAD shows.')
  await server.request(4, 'submitOperation', { conversationId, op })
  await server.event('task_complete')
  const types = toldBy(server).map(({ type }) => type)
  const known = types.filter((type) => !/background_event|session_configured|token_count/.test(type))
  expect(known).toEqual(['task_started', 'entered_review_mode', 'exited_review_mode', 'task_complete'])
  const event = (type: string) => toldBy(server).find((each) => each.type === type)
  expect(event('entered_review_mode')).toEqual({
    type: 'entered_review_mode',
    prompt: 'Look at what git diff HEAD shows.',
    user_facing_hint: 'the last change',
  })
  expect(event('exited_review_mode')).toEqual({
    type: 'exited_review_mode',
    review_output: {
      findings: [
        {
          title: 'Close the file',
          body: 'It stays open when parsing fails.',
          confidence_score: 0.9,
          priority: 1,
          code_location: {
            absolute_file_path: `${world.project}/read.ts`,
            line_range: { start: 2, end: 2 },
          },
        },
      ],
      overall_correctness: 'patch is incorrect',
      overall_explanation: 'A handle leaks.',
      overall_confidence_score: 0.8,
    },
  })
  // The lists hold the conversation and not the review's own.
  const listed = resultOf(await server.request(5, 'listConversations', {}))
  expect((listed['items'] as { path: string }[]).map(({ path }) => path)).toEqual([rolloutPath])
  const items = [{ type: 'text', data: { text: 'Was it reviewed?' } }]
  await server.request(6, 'sendUserMessage', { conversationId, items })
  await server.event('task_complete', 2)
  expect(toldIn(world.server.requests.at(-1)).input).toMatch(/<user_action>.*Close the file/)
})

test('an interrupt ends it without a result', async () => {
  const world = await reviewWorld([{ hang: true, text: 'I am reading' }])
  const server = startAppServer({ env: world.env, cwd: world.project })
  client = server
  await server.request(1, 'initialize', plainClient)
  const { conversationId } = resultOf(await server.request(2, 'newConversation', { cwd: world.project }))
  await server.request(3, 'addConversationListener', { conversationId })
  await server.request(4, 'submitOperation', { conversationId, op: review('Look.') })
  await world.server.request(0)
  await server.request(5, 'interruptConversation', { conversationId })
  await server.event('turn_aborted')
  const exited = toldBy(server).find(({ type }) => type === 'exited_review_mode')
  expect(exited).toEqual({ type: 'exited_review_mode', review_output: null })
})

test('nothing to review is an error, and no turn', async () => {
  const world = await reviewWorld([])
  const server = startAppServer({ env: world.env, cwd: world.project })
  client = server
  await server.request(1, 'initialize', plainClient)
  const { conversationId } = resultOf(await server.request(2, 'newConversation', { cwd: world.project }))
  await server.request(3, 'addConversationListener', { conversationId })
  const answer = await server.request(4, 'submitOperation', { conversationId, op: review(' \n ') })
  expect(answer['error']).toMatchObject({ message: expect.stringMatching(/prompt.*expected/) as string })
  expect([
    toldBy(server)
      .map(({ type }) => type)
      .includes('task_started'),
    world.server.requests.length,
  ]).toEqual([false, 0])
})
