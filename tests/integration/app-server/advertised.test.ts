import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  plainClient,
  startAppServer,
  type AppServerClient,
  type Message,
} from '../../fakes/app-server-client'
import { appServerHome, patchCall, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import type { Answer } from '../../fakes/model-server'
import { runCli } from '../../fakes/run-cli'
import { tinyPng } from '../../fakes/tiny-png'
import { thinking, thought } from './thinking'

interface Schema {
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, { readonly const?: string }>>
}
interface Msg {
  readonly type: string
  readonly call_id?: string
}

const script: Answer[] = []
const submitted = new Set<string>()
let home: AppServerHome
let client: AppServerClient
let nextId = 1
beforeAll(async () => {
  const memory = join(
    import.meta.dirname,
    '../../../node_modules/@modelcontextprotocol/server-memory/dist/index.js',
  )
  home = await appServerHome(() => script.shift(), {
    // The model's view is late, so that it comes behind the question.
    view: ({ body }) =>
      JSON.stringify(body).includes('risk_level') ? { hang: true } : { text: 'A summary.' },
    config: `assessment_timeout_ms = 2000\nfeatures = { web_search_request = true }\nmcp_servers = { memory = { command = "node", args = ["${memory}"] } }\n`,
  })
  const retries = 'model_providers.test.stream_max_retries=1'
  client = startAppServer({ env: home.env, cwd: home.project, args: ['-c', retries] })
  await ask('initialize', { ...plainClient, capabilities: { assessmentUpdates: true } })
})
afterAll(async () => {
  await client.end()
  await home.remove()
})

async function ask(method: string, params: object = {}): Promise<Record<string, unknown>> {
  const answer = await client.request(nextId++, method, params)
  if (!('result' in answer)) throw new Error(`${method}: ${JSON.stringify(answer)}`)
  return answer['result'] as Record<string, unknown>
}

/** A conversation of its own, and what is told in it. */
async function begin() {
  script.length = 0
  const made = await ask('newConversation', { cwd: home.project })
  const conversationId = String(made['conversationId'])
  await ask('addConversationListener', { conversationId, experimentalRawEvents: true })
  const isHere = ({ params }: Message): boolean =>
    (params as { conversationId?: string } | undefined)?.conversationId === conversationId
  const told = (): Msg[] =>
    client.messages.filter(isHere).flatMap(({ params }) => {
      const { msg } = params as { msg?: Msg }
      return msg ? [msg] : []
    })
  const until = (method: string, nth = 1): Promise<Message> =>
    client.until((each) => each['method'] === method && isHere(each), nth)
  return {
    ...{ conversationId, rolloutPath: String(made['rolloutPath']), told, until },
    event: (type: string, nth?: number) => until(`codex/event/${type}`, nth),
    submit: (op: Msg & Readonly<Record<string, unknown>>) => {
      submitted.add(op.type)
      return ask('submitOperation', { conversationId, op })
    },
  }
}
const items = [{ type: 'text', text: 'go' }]
const call = (id: string, name: string, args: object): Answer => ({
  calls: [{ id, name, arguments: { ...args } }],
})
const idOf = (question: Message): string => (question['params'] as { approvalId: string }).approvalId

test('commands, patches, a plan, a picture, a server’s tool, and the questions about them', async () => {
  const { event, until, submit, told } = await begin()
  writeFileSync(join(home.project, 'dot.png'), tinyPng)
  const beside = `/var/tmp/cs-advertised-${String(process.pid)}`
  script.push(
    shellCall('c1', 'bash', '-c', 'echo begun; touch /opt/cs-advertised'),
    shellCall('c9', 'touch', beside),
    patchCall('c2', '*** Add File: a.txt', '+one'),
    patchCall('c3', '*** Add File: /opt/cs-advertised', '+x'),
    call('c4', 'update_plan', { plan: [{ step: 'one', status: 'pending' }] }),
    call('c5', 'view_image', { path: join(home.project, 'dot.png') }),
    call('c6', 'memory__read_graph', {}),
    call('c7', 'memory__create_entities', { entities: [] }),
    call('c8', 'no_such_tool', {}),
    { text: 'Done.' },
  )
  await submit({ type: 'user_input', items })
  const command = await until('execCommandApproval')
  await event('assessment_updated')
  await submit({ type: 'exec_approval', id: idOf(command), decision: 'denied' })
  await submit({
    type: 'exec_approval',
    id: idOf(await until('execCommandApproval', 2)),
    decision: 'approved',
  })
  expect(await event('run_compared')).toMatchObject({
    params: { msg: { call_id: 'c9', kept: true, shown_by: 'facts', watched: 'all' } },
  })
  rmSync(beside)
  const patch = await until('applyPatchApproval')
  await submit({ type: 'patch_approval', id: idOf(patch), decision: 'denied' })
  const tool = await until('execCommandApproval', 3)
  client.send({ id: tool['id'], result: { decision: 'denied' } })
  await event('task_complete')
  expect(told().find(({ type }) => type === 'mcp_tool_call_end')).toMatchObject({
    result: { Ok: { isError: false } },
  })
})

test('limits of the provider, sections of reasoning, raw reasoning and a search', async () => {
  const { event, submit, told } = await begin()
  script.push(thinking)
  await submit({ type: 'user_input', items })
  await event('task_complete')
  const sorts = /^(agent_reasoning|web_search|agent_message$)/
  expect(told().filter(({ type }) => sorts.test(type))).toEqual(thought)
  const searches = told().flatMap((msg) => (msg.type.startsWith('web_search') ? [msg.call_id] : []))
  expect(new Set(searches).size).toBe(1)
  const rateLimits = {
    primary: { used_percent: 12.5, window_minutes: 300, resets_at: null },
    secondary: { used_percent: 40, window_minutes: null, resets_at: null },
  }
  expect(told()).toContainEqual(expect.objectContaining({ type: 'token_count', rate_limits: rateLimits }))
  expect(client.messages).toContainEqual({ method: 'account/rateLimits/updated', params: rateLimits })
  expect(await ask('account/rateLimits/read')).toEqual({ rateLimits })
})

test('an answer that breaks off, an error, a stop', async () => {
  const { event, submit } = await begin()
  script.push({ text: 'half an answer', cut: 3 }, { text: 'Whole.' })
  await submit({
    type: 'user_turn',
    items,
    cwd: home.project,
    approval_policy: 'never',
    sandbox_policy: { mode: 'read-only' },
    model: 'test-1',
    summary: 'auto',
  })
  await event('stream_error')
  await event('task_complete')
  script.push({ status: 400, body: { error: { message: 'no' } } })
  await submit({ type: 'user_input', items })
  await event('error')
  await event('task_complete', 2)
  script.push({ hang: true, text: 'waiting' })
  await submit({ type: 'user_input', items })
  await event('agent_message_delta', 2)
  await submit({ type: 'interrupt' })
  await event('turn_aborted')
})

test('a review, a compaction, and what is asked of a conversation', async () => {
  const { conversationId, rolloutPath, event, submit } = await begin()
  script.push({ text: 'Hello.' })
  await submit({ type: 'user_input', items })
  await event('task_complete')
  script.push({ text: 'Nothing was found.' })
  await submit({ type: 'review', review_request: { prompt: 'Look at it.', user_facing_hint: 'it' } })
  await event('task_complete', 2)
  await submit({ type: 'compact' })
  await event('task_complete', 3)
  await submit({ type: 'undo' })
  await event('undo_completed')
  await submit({ type: 'override_turn_context', model: 'test-2' })
  await submit({ type: 'add_to_history', text: 'one' })
  await submit({ type: 'get_history_entry_request', offset: 0, log_id: 0 })
  await submit({ type: 'get_path' })
  mkdirSync(join(home.base, 'prompts'))
  await submit({ type: 'list_mcp_tools' })
  await submit({ type: 'list_custom_prompts' })
  await ask('loginApiKey', { apiKey: 'sk-test' })
  await submit({ type: 'shutdown' })
  await event('shutdown_complete')
  expect(await ask('resumeConversation', { path: rolloutPath })).toMatchObject({ conversationId })
})

test('every event, question and notification that is advertised was sent, each as advertised; every operation was taken', async () => {
  const out = join(home.base, 'schema')
  await runCli(['app-server', 'generate', '--out', out], { env: home.env })
  const schema = JSON.parse(readFileSync(join(out, 'protocol.schema.json'), 'utf8')) as {
    $defs: Record<string, Schema>
  }
  const types = readFileSync(join(out, 'protocol.ts'), 'utf8')
  const namesOf = (union: string): string[] =>
    (schema.$defs[union]?.anyOf ?? schema.$defs[union]?.oneOf ?? []).flatMap(
      ({ properties }) => properties?.['type']?.const ?? [],
    )
  const methodsOf = (union: string): string[] => {
    const text = types.split(`export type ${union} =`)[1]?.split('\nexport')[0] ?? ''
    return [...text.matchAll(/method: "([^"]+)"/g)].map(([, method = '']) => method)
  }
  const advertised = {
    events: namesOf('EventMsg'),
    requests: methodsOf('ServerRequest'),
    notifications: methodsOf('ServerNotification'),
    operations: namesOf('Operation'),
  }
  // The reading of the schema is itself at fault where it finds nothing.
  expect(Object.values(advertised).map((names) => names.length > 1)).toEqual([true, true, true, true])
  const methods = client.messages.flatMap(({ method }) => (typeof method === 'string' ? [method] : []))
  const events = methods.flatMap((method) => (method.startsWith('codex/event/') ? [method.slice(12)] : []))
  const others = methods.filter((method) => !method.startsWith('codex/event/'))
  const known = [...advertised.requests, ...advertised.notifications]
  expect({
    neverSent: {
      events: advertised.events.filter((name) => !events.includes(name)),
      others: known.filter((name) => !others.includes(name)),
      operations: advertised.operations.filter((name) => !submitted.has(name)),
    },
    unknown: {
      events: events.filter((name) => !advertised.events.includes(name)),
      others: others.filter((name) => !known.includes(name)),
    },
  }).toEqual({
    neverSent: { events: [], others: [], operations: [] },
    unknown: { events: [], others: [] },
  })

  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(schema, 'protocol')
  const wrong = client.messages.flatMap(({ method, params }) => {
    if (typeof method !== 'string') return []
    const [first = '', ...rest] = method
    const own = `${first.toUpperCase()}${rest.join('').replaceAll(/\/./g, (part) => part.slice(1).toUpperCase())}`
    const name = method.startsWith('codex/event/') ? 'Event' : own
    const validate = ajv.getSchema(`protocol#/$defs/${name}Params`)
    if (!validate) return [`${method}: not in the schema`]
    return validate(params) === true ? [] : [`${method}: ${ajv.errorsText(validate.errors)}`]
  })
  expect(wrong).toEqual([])
})
