import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import {
  plainClient,
  startAppServer,
  type AppServerClient,
  type Message,
} from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { runsBySeed } from '../../fakes/by-seed'
import { fixedSeed } from '../../fakes/fixed-seed'
import { isYes, mutatedLine, sendLines } from '../../fakes/mutated-line'

const lines = runsBySeed(20_000)

let home: AppServerHome | undefined
let client: AppServerClient | undefined
afterEach(async () => {
  await client?.end()
  await home?.remove()
})

/** What clients say, and answers that would be a yes if they were readable and asked for. */
const seeds = [
  ...readFileSync(join(import.meta.dirname, '../../fakes/app-server-v1.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => {
      const { from, message } = JSON.parse(line) as { from: string; message: Message }
      return from === 'client' ? [message] : []
    }),
  { id: 0, error: { code: -32600, message: 'no' } },
  { id: 3, method: 'fuzzyFileSearch', params: { query: 'a', roots: ['/nowhere'], cancellationToken: 't' } },
  { id: 4, method: 'getAuthStatus', params: {} },
  { id: 5, method: 'model/list', params: { pageSize: 1 } },
  {
    id: 6,
    method: 'sendUserTurn',
    params: {
      conversationId: 'x',
      items: [],
      cwd: '/',
      approvalPolicy: 'never',
      sandboxPolicy: { mode: 'danger-full-access' },
      model: 'm',
      summary: 'auto',
    },
  },
]

/** Methods that start processes or sessions would turn a test of reading into one of the machine. */
const heavy =
  /newConversation|execOneOffCommand|gitDiffToRemote|resumeConversation|loginApiKey|logout|setDefaultModel/

test(`${lines.toLocaleString('en')} mutated lines while an approval waits: no crash, no approval`, async () => {
  const outside = '/opt/cs-fuzzed'
  home = await appServerHome([shellCall('call_1', 'touch', outside), { text: 'Done.' }], {
    policy: 'untrusted',
  })
  client = startAppServer({ env: home.env, cwd: home.project })
  const server = client
  await server.request('a', 'initialize', plainClient)
  const made = await server.request('b', 'newConversation', { cwd: home.project })
  const { conversationId } = made['result'] as Message
  await server.request('c', 'addConversationListener', { conversationId })
  await server.request('d', 'sendUserMessage', {
    conversationId,
    items: [{ type: 'text', data: { text: 'go' } }],
  })
  await server.until((each) => each['method'] === 'execCommandApproval')

  const seed = fixedSeed
  const all = fc
    .sample(mutatedLine(seeds), { numRuns: lines, seed })
    .filter((text) => !heavy.test(text) && !isYes(text, /^approved/))
  await sendLines(server.child.stdin, all)
  const alive = await server.request('alive', 'getUserAgent')
  const started = server.messages.filter((each) => each['method'] === 'codex/event/exec_command_output_delta')
  const ended = await server.end()
  expect({ seed, alive: 'result' in alive, started, ended, sent: all.length > lines * 0.8 }).toEqual({
    seed,
    alive: true,
    started: [],
    ended: { code: 0, signal: null },
    sent: true,
  })
  // Whatever the model was told of its call is that it did not run.
  const told = home.server.requests.filter(({ body }) =>
    JSON.stringify(body).includes('function_call_output'),
  )
  expect(told.filter(({ body }) => !JSON.stringify(body).includes('exec command rejected by user'))).toEqual(
    [],
  )
})
