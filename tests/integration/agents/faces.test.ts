import { execFileSync, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { byTask, outputsIn, spawnCall, waitCall } from '../../fakes/agents-script'
import { plainClient, startAppServer, type AppServerClient } from '../../fakes/app-server-client'
import { appServerHome, shellCall, type AppServerHome } from '../../fakes/app-server-home'
import { connectMcp, type McpClient } from '../../fakes/mcp-client'
import { processesWith } from '../../fakes/processes-with'
import { runCli } from '../../fakes/run-cli'

let home: AppServerHome | undefined
let client: AppServerClient | undefined
let mcp: McpClient | undefined
let outside = ''
afterEach(async () => {
  await client?.end()
  await mcp?.end()
  await home?.remove()
  rmSync(outside, { recursive: true, force: true })
})

const config = '[features]\nsandbox_command_assessment = false\n'

/** A parent whose agent wants to write where it may not. Both call their command `call_1`. */
async function world(): Promise<{ readonly home: AppServerHome; readonly target: string }> {
  outside = mkdtempSync('/var/tmp/cs-agents-')
  const target = join(outside, 'made')
  home = await appServerHome(
    byTask({
      go: [
        shellCall('call_1', 'true'),
        spawnCall('hand', 'make it'),
        waitCall('w1', { timeout_ms: 120_000 }),
        { text: 'All done.' },
      ],
      'make it': [shellCall('call_1', 'touch', target), { text: 'Made.' }],
    }),
    { config },
  )
  return { home, target }
}

const told = (at: AppServerHome): string =>
  outputsIn(at.server.requests.findLast(({ body }) => JSON.stringify(body).includes('"w1"')) ?? fail())[
    'w1'
  ] ?? ''
function fail(): never {
  throw new Error('the parent never waited')
}

test('app-server: an agent’s commands and questions are told in its parent’s conversation, under ids of their own', async () => {
  const { home: at, target } = await world()
  client = startAppServer({ env: at.env, cwd: at.project })
  const server = client
  await server.request(1, 'initialize', plainClient)
  const made = await server.request(2, 'newConversation', { cwd: at.project })
  const { conversationId } = made['result'] as { conversationId: string }
  await server.request(3, 'addConversationListener', { conversationId })
  await server.request(4, 'sendUserMessage', {
    conversationId,
    items: [{ type: 'text', data: { text: 'go' } }],
  })
  const asked = await server.until((each) => each['method'] === 'execCommandApproval')
  const params = asked['params'] as Record<string, unknown>
  expect(params).toMatchObject({
    conversationId,
    callId: expect.stringMatching(/^[^/]+\/call_1$/) as string,
    command: ['touch', target],
    assessment: { asked_by: 'Asked by the agent “hand” of “go”.' },
  })
  server.send({ id: asked['id'], result: { decision: 'approved' } })
  await server.event('task_complete')
  const events = server.messages.flatMap((each) => {
    const { msg, conversationId: of } = (each['params'] ?? {}) as Record<string, unknown>
    const { type, call_id: call } = (msg ?? {}) as Record<string, unknown>
    return typeof type === 'string' && type.startsWith('exec_') ? [[of, type, call]] : []
  })
  // touch writes its one line in pieces, and how many of them are read at once is the kernel's matter.
  const inOne = events.filter(
    (each, at) => each[1] !== 'exec_command_output_delta' || !isDeepStrictEqual(each, events[at - 1]),
  )
  expect(inOne).toEqual([
    [conversationId, 'exec_command_begin', 'call_1'],
    [conversationId, 'exec_command_end', 'call_1'],
    [conversationId, 'exec_command_begin', params['callId']],
    [conversationId, 'exec_command_output_delta', params['callId']],
    [conversationId, 'exec_approval_request', params['callId']],
    [conversationId, 'exec_command_end', params['callId']],
  ])
  expect([existsSync(target), JSON.parse(told(at))]).toMatchObject([
    true,
    { agents: [{ name: 'hand', status: 'completed', last_message: 'Made.' }] },
  ])
})

test('MCP: an agent’s question goes to the client of the call, and says who asks', async () => {
  const { home: at, target } = await world()
  mcp = await connectMcp(at, () => ({ decision: 'approved' }))
  const result = await mcp.call('codex', { prompt: 'go' })
  expect(JSON.stringify(result)).toContain('All done.')
  expect(mcp.asked.map((each) => String(each['message']).split('\n').slice(0, 2))).toEqual([
    [expect.stringMatching(/^Allow this\?/), 'Asked by the agent “hand” of “go”.'],
  ])
  expect(existsSync(target)).toBe(true)
})

test.each([0, 65_534])(
  'exec as user %i: an agent’s question is the run’s, and denied where nobody can be asked',
  async (uid) => {
    const { home: at, target } = await world()
    if (uid !== 0) execFileSync('chown', ['-R', String(uid), at.folder, outside])
    const ran = await runCli(['exec', 'go'], { env: at.env, cwd: at.project, uid, gid: uid })
    expect([ran.code, existsSync(target)]).toEqual([3, false])
    expect(ran.out).toContain('Asked by the agent “hand” of “go”.')
  },
)

test.each([0, 65_534])('exec as user %i: a stop signal ends the agents and what they run', async (uid) => {
  outside = mkdtempSync('/var/tmp/cs-agents-')
  const mark = `cs-agent-runs-${String(process.pid)}-${String(uid)}`
  home = await appServerHome(
    byTask({
      go: [spawnCall('hand', 'run it'), waitCall('w1', { timeout_ms: 120_000 })],
      'run it': [shellCall('call_1', 'bash', '-c', 'sleep 300', mark)],
    }),
    { config },
  )
  if (uid !== 0) execFileSync('chown', ['-R', String(uid), home.folder])
  const children: ChildProcess[] = []
  const running = runCli(['exec', 'go'], {
    env: home.env,
    cwd: home.project,
    uid,
    gid: uid,
    onChild: (child) => children.push(child),
  })
  await expect.poll(() => processesWith(mark).length, { timeout: 120_000 }).toBeGreaterThan(0)
  children[0]?.kill('SIGTERM')
  await running
  await expect.poll(() => processesWith(mark), { timeout: 120_000 }).toEqual([])
})

test('switched off, no agent is offered the tools', async () => {
  home = await appServerHome([{ text: 'Done.' }], { config: `${config}sub_agents = false\n` })
  const ran = await runCli(['exec', 'go'], { env: home.env, cwd: home.project })
  const { body } = await home.server.request(0)
  const { tools } = body as { tools: readonly { readonly name: string }[] }
  const names = tools.map(({ name }) => name)
  expect([ran.code, names.includes('shell'), names.includes('spawn_agent'), names.includes('wait')]).toEqual([
    0,
    true,
    false,
    false,
  ])
})
