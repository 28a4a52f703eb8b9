import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  plainClient,
  sinceNow,
  startAppServer,
  type AppServerClient,
  type Message,
} from '../../fakes/app-server-client'
import { shellCall } from '../../fakes/app-server-home'
import type { Answer } from '../../fakes/model-server'
import { sharedPrograms } from '../../fakes/shared-program'

const programs = sharedPrograms(
  (home) => Promise.resolve(startAppServer({ env: home.env, cwd: home.project })),
  (client) => client.end(),
)
afterAll(() => programs.close())

interface Setup {
  readonly script: (outside: string) => readonly Answer[]
  readonly capabilities?: object
  readonly policy?: string
  readonly view?: Answer
  readonly config?: string
}

/** A conversation whose turn has begun, and a path outside of the project that its script is about. */
async function begin({ script, capabilities, ...options }: Setup) {
  const outside = `/var/tmp/cs-approval-${String(process.pid)}-${String(Math.trunc(performance.now()))}`
  const { home, program, isNew } = await programs.lend(script(outside), options, JSON.stringify(capabilities))
  const server = sinceNow(program)
  const hello = { ...plainClient, ...(capabilities ? { capabilities } : {}) }
  if (isNew) await server.request(1, 'initialize', hello)
  const made = await server.request(2, 'newConversation', { cwd: home.project })
  const { conversationId } = made['result'] as { conversationId: string }
  await server.request(3, 'addConversationListener', { conversationId })
  const say = (id: number, text: string) =>
    server.request(id, 'sendUserMessage', { conversationId, items: [{ type: 'text', data: { text } }] })
  await say(4, 'go')
  const asked = (nth = 1): Promise<Message> =>
    server.until((each) => each['method'] === 'execCommandApproval', nth)
  const msgOf = async (type: string, nth = 1): Promise<Record<string, unknown>> =>
    ((await server.event(type, nth))['params'] as { msg: Record<string, unknown> }).msg
  return { server, outside, conversationId, say, asked, msgOf, requests: home.server.requests }
}
const touch = (outside: string): readonly Answer[] => [
  shellCall('call_1', 'touch', outside),
  { text: 'Done.' },
]
const paramsOf = (message: Message) => message['params'] as Record<string, unknown>
const count = (server: AppServerClient, method: string): number =>
  server.messages.filter((each) => each['method'] === method).length

test('approved: it runs again with the path added, in one begin and one end', async () => {
  const { server, outside, asked, msgOf } = await begin({ script: touch })
  const request = await asked()
  expect(paramsOf(request)).toMatchObject({
    callId: 'call_1',
    command: ['touch', outside],
    reason: expect.stringMatching(/^command failed; retry in the sandbox\?.*write to|make/) as string,
    risk: { description: 'Creates a file in /opt.' },
    assessment: { view: { status: 'success' } },
    parsedCmd: [{ type: 'unknown', cmd: `touch ${outside}` }],
  })
  server.send({ id: request['id'], result: { decision: 'approved' } })
  expect(await msgOf('task_complete')).toMatchObject({ last_agent_message: 'Done.' })
  expect([
    existsSync(outside),
    count(server, 'codex/event/exec_command_begin'),
    count(server, 'codex/event/exec_command_end'),
    (await msgOf('exec_command_end'))['exit_code'],
  ]).toEqual([true, 1, 1, 0])
})

test('approved_for_session: the same command is not asked about again, another one is', async () => {
  const { server, asked, msgOf } = await begin({
    script: (outside) => [
      shellCall('call_1', 'touch', outside),
      shellCall('call_2', 'touch', outside),
      shellCall('call_3', 'touch', `${outside}.b`),
      { text: 'Done.' },
    ],
  })
  server.send({ id: (await asked())['id'], result: { decision: 'approved_for_session' } })
  const second = await asked(2)
  expect(paramsOf(second)['callId']).toBe('call_3')
  server.send({ id: second['id'], result: { decision: 'denied' } })
  await msgOf('task_complete')
  expect(count(server, 'execCommandApproval')).toBe(2)
})

const no: [string, (id: unknown) => Message | string][] = [
  ['denied', (id) => ({ id, result: { decision: 'denied' } })],
  ['an unknown decision', (id) => ({ id, result: { decision: 'yes' } })],
  ['no decision', (id) => ({ id, result: {} })],
  ['null', (id) => ({ id, result: null })],
  ['an error', (id) => ({ id, error: { code: -32601, message: 'no such method' } })],
  [
    'an error beside a yes',
    (id) => ({ id, result: { decision: 'approved' }, error: { code: 1, message: 'x' } }),
  ],
  [
    'an offer from a client that never said it knows them',
    (id) => ({ id, result: { decision: { allow: { offerId: 'only-this' } } } }),
  ],
]
test.each(no)('%s: nothing is run, and the agent is told', async (_, answer) => {
  const { server, outside, asked, msgOf, requests } = await begin({ script: touch })
  server.send(answer((await asked())['id']))
  expect(await msgOf('exec_command_end')).toMatchObject({
    exit_code: -1,
    stderr: 'exec command rejected by user',
  })
  await msgOf('task_complete')
  expect([
    existsSync(outside),
    JSON.stringify(requests.at(-1)?.body).includes('exec command rejected by user'),
  ]).toEqual([false, true])
})

test('abort ends the turn', async () => {
  const { server, outside, asked, msgOf } = await begin({ script: touch })
  server.send({ id: (await asked())['id'], result: { decision: 'abort' } })
  expect([await msgOf('turn_aborted'), existsSync(outside)]).toEqual([
    { type: 'turn_aborted', reason: 'interrupted' },
    false,
  ])
})

test('a second answer is an error and changes nothing', async () => {
  const { server, outside, asked, msgOf } = await begin({ script: touch })
  const { id } = await asked()
  server.send({ id, result: { decision: 'denied' } })
  server.send({ id, result: { decision: 'approved' } })
  const error = await server.until((each) => 'error' in each)
  await msgOf('task_complete')
  expect([(error['error'] as { message: string }).message, error['id'], existsSync(outside)]).toEqual([
    `Invalid request: no request with id ${String(id)} waits for an answer`,
    null,
    false,
  ])
})

test('an interrupt withdraws the request; a late yes is an error', async () => {
  const { server, outside, asked, conversationId } = await begin({ script: touch })
  const { id } = await asked()
  const stopped = await server.request(9, 'interruptConversation', { conversationId })
  server.send({ id, result: { decision: 'approved' } })
  const error = await server.until((each) => 'error' in each)
  expect([stopped['result'], (error['error'] as { code: number }).code, existsSync(outside)]).toEqual([
    { abortReason: 'interrupted' },
    -32600,
    false,
  ])
})

test('a model that never answers: the request comes without risk, and says why it is not assessed', async () => {
  const { asked } = await begin({
    script: touch,
    view: { hang: true },
    config: 'assessment_timeout_ms = 300\n',
  })
  const params = paramsOf(await asked())
  expect([params['risk'], params['assessment']]).toMatchObject([undefined, { view: { status: 'timeout' } }])
})

const view = { text: '{"description":"Makes a file.","risk_level":"low","risk_categories":[]}' }

test('a first approval does not wait for the model and never has risk; the view comes later as an event', async () => {
  const told = Promise.withResolvers<undefined>()
  const { server, asked, msgOf, outside } = await begin({
    script: touch,
    policy: 'untrusted',
    view: { ...view, held: { behind: '', until: told.promise } },
  })
  const request = await asked()
  told.resolve(undefined)
  const params = paramsOf(request)
  expect(params['risk']).toBeUndefined()
  expect(params).toHaveProperty('assessment.floor')
  const update = await msgOf('assessment_updated')
  expect(update).toMatchObject({
    call_id: 'call_1',
    approval_id: params['approvalId'],
    assessment: { view: { status: 'success' } },
  })
  server.send({ id: request['id'], result: { decision: 'approved' } })
  // The one yes was for the place that the command names: nobody is asked for it again.
  await msgOf('task_complete')
  expect([existsSync(outside), count(server, 'execCommandApproval')]).toEqual([true, 1])
})

test('a client that takes later views gets the request at once and the view behind it', async () => {
  const told = Promise.withResolvers<undefined>()
  const { asked, msgOf } = await begin({
    script: touch,
    capabilities: { assessmentUpdates: true },
    view: { ...view, held: { behind: '', until: told.promise } },
  })
  const params = paramsOf(await asked())
  told.resolve(undefined)
  expect(params).toMatchObject({ assessment: { view: { status: 'waiting' } } })
  expect([params['risk'], await msgOf('assessment_updated')]).toMatchObject([
    undefined,
    { assessment: { view: { status: 'success', view: { description: 'Makes a file.' } } } },
  ])
})

test('a client that knows scoped grants decides by offer and scope', async () => {
  const { server, outside, asked, msgOf } = await begin({
    script: (path) => [...touch(path).slice(0, 1), shellCall('call_2', 'touch', path), { text: 'Done.' }],
    capabilities: { scopedDecisions: true },
  })
  const request = await asked()
  const offers = paramsOf(request)['offers'] as { id: string; scopes: string[] }[]
  expect(offers.map(({ id }) => id)).toEqual(['only-this', 'outside'])
  server.send({ id: request['id'], result: { decision: { allow: { offerId: 'only-this', scope: 'turn' } } } })
  await msgOf('task_complete')
  expect([existsSync(outside), count(server, 'execCommandApproval')]).toEqual([true, 1])
})

test('a patch is asked about with its changes', async () => {
  const outside = join('/var/tmp', `cs-patch-${String(process.pid)}.txt`)
  const { server, msgOf } = await begin({
    script: () => [
      {
        calls: [
          {
            id: 'call_1',
            name: 'apply_patch',
            arguments: { input: `*** Begin Patch\n*** Add File: ${outside}\n+x\n*** End Patch\n` },
          },
        ],
      },
      { text: 'Done.' },
    ],
    policy: 'on-request',
  })
  const request = await server.until((each) => each['method'] === 'applyPatchApproval')
  expect(paramsOf(request)).toMatchObject({
    callId: 'call_1',
    fileChanges: { [outside]: { add: { content: 'x\n' } } },
  })
  server.send({ id: request['id'], result: { decision: 'denied' } })
  await msgOf('task_complete')
  expect(existsSync(outside)).toBe(false)
})

test('what a rehearsal of a waiting command would change comes behind the request, as an event', async () => {
  const { server, outside, asked, msgOf } = await begin({ script: touch })
  const request = await asked()
  const params = paramsOf(request)
  const update = await msgOf('rehearsal_updated')
  expect(update).toMatchObject({
    call_id: 'call_1',
    approval_id: params['approvalId'],
    rehearsal: {
      state: 'found',
      status: 'done',
      exit_code: 0,
      headline: expect.stringMatching(/^Would .*create /) as string,
      changes: [{ path: outside, kind: 'created', type: 'file' }],
    },
  })
  const places = ['execCommandApproval', 'codex/event/rehearsal_updated'].map((method) =>
    server.messages.findIndex((each) => each['method'] === method),
  )
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(existsSync(outside)).toBe(false)
  server.send({ id: request['id'], result: { decision: 'denied' } })
  await msgOf('task_complete')
})

test('approved, under the policy of effects: what was rehearsed is put in place, in one question', async () => {
  const { server, outside, asked, msgOf } = await begin({
    policy: 'effects',
    // No grant is for a folder and a file in it, of which neither is there.
    script: (place) => [
      shellCall('call_1', 'sh', '-c', `mkdir ${place} && date +%N > ${place}/stamp && cat ${place}/stamp`),
      { text: 'Done.' },
    ],
  })
  const request = await asked()
  expect(paramsOf(request)['assessment']).toMatchObject({
    approved: {
      runs: 'inside',
      means: expect.stringMatching(
        /^Only this: what its rehearsal showed is applied, and it does not run again\. Would create /,
      ) as string,
    },
  })
  expect(existsSync(outside)).toBe(false)
  server.send({ id: request['id'], result: { decision: 'approved' } })
  await msgOf('task_complete')
  const end = await msgOf('exec_command_end')
  expect([end['exit_code'], end['aggregated_output'] ?? end['stdout']]).toEqual([
    0,
    readFileSync(join(outside, 'stamp'), 'utf8'),
  ])
  expect(count(server, 'execCommandApproval')).toBe(1)
})
