import { existsSync, readlinkSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  plainClient,
  startAppServer,
  type AppServerClient,
  type Message,
} from '../../fakes/app-server-client'
import { appServerHome, type AppServerHome } from '../../fakes/app-server-home'
import type { Answer } from '../../fakes/model-server'

/** Whether a command ran in the network of this machine, which no sandboxed command has. */
const ownNetwork = readlinkSync('/proc/self/ns/net')
const granular = { granular: { sandbox_approval: true, rules: true, mcp_elicitations: true } }

const policies = ['untrusted', 'on-failure', 'on-request', 'never', granular] as const
const modes = ['read-only', 'workspace-write', 'danger-no-network', 'danger-full-access'] as const
const targets = ['a file inside', 'a file outside', 'a connection'] as const

type Policy = (typeof policies)[number]
type Mode = (typeof modes)[number]
type Target = (typeof targets)[number]
interface Row {
  readonly mode: Mode
  readonly escalated: boolean
  readonly target: Target
}

/** What a client sees: the questions, whether the command did what it was for, and where it ran at last. */
interface Seen {
  readonly asked: number
  readonly did: boolean
  readonly ran: 'inside' | 'outside' | 'nowhere'
}

const name = (policy: Policy): string => (typeof policy === 'string' ? policy : 'granular')

/** docs/spec/approvals.md, each question answered with a plain `approved`. */
function expected(policy: Policy, { mode, escalated, target }: Row): Seen {
  const free = mode === 'danger-full-access'
  const where = free ? 'outside' : 'inside'
  const works =
    free ||
    (mode === 'danger-no-network' && target !== 'a connection') ||
    (mode === 'workspace-write' && target === 'a file inside')
  // In a sandbox the loopback is its own: that nobody listens there is a failure, and no denial.
  const denied = !works && target !== 'a connection'
  if (escalated && (policy === 'untrusted' || policy === 'on-failure' || policy === 'never'))
    return { asked: 0, did: false, ran: 'nowhere' }
  if (escalated) return { asked: 1, did: true, ran: 'outside' }
  switch (policy) {
    case 'untrusted':
      // The first question offers what the command is known to need: none follows.
      return { asked: 1, did: works || denied, ran: where }
    case 'on-failure':
      return { asked: denied ? 1 : 0, did: works || denied, ran: where }
    case 'never':
    case 'on-request':
    default:
      return { asked: 0, did: works, ran: where }
  }
}

let home: AppServerHome
let client: AppServerClient
let listener: Server
let connections = 0
let port = 0
const script: Answer[] = []
let id = 10
let answer = 'approved'
const made = new Set<string>()

beforeAll(async () => {
  listener = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined).end()
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  port = (listener.address() as { port: number }).port
  home = await appServerHome(() => script.shift(), {
    config: '[features]\nsandbox_command_assessment = false\n',
  })
  client = startAppServer({ env: home.env, cwd: home.project })
  await client.request(1, 'initialize', plainClient)
})
afterAll(async () => {
  await client.end()
  await home.remove()
  listener.close()
  for (const path of made) rmSync(path, { force: true })
})

/** One turn with the same call so many times, every question answered with `answer`. */
async function turn(policy: Policy, row: Row, calls = 1) {
  const number = id
  const path =
    row.target === 'a file inside'
      ? join(home.project, `made-${String(number)}`)
      : `/var/tmp/cs-asked-${String(process.pid)}-${String(number)}`
  made.add(path)
  connections = 0
  const act =
    row.target === 'a connection'
      ? `curl -s --noproxy '*' http://127.0.0.1:${String(port)}/`
      : `touch ${path}`
  const command = ['bash', '-c', `readlink /proc/self/ns/net; ${act}`]
  for (let call = 1; call <= calls; call++)
    script.push({
      calls: [
        {
          id: `call_${String(number)}_${String(call)}`,
          name: 'shell',
          arguments: {
            command,
            timeout_ms: 60_000,
            ...(row.escalated ? { with_escalated_permissions: true, justification: 'It is needed.' } : {}),
          },
        },
      ],
    })
  script.push({ text: 'Done.' })
  const begun = await client.request(id++, 'newConversation', {
    cwd: home.project,
    approvalPolicy: policy,
    sandbox: row.mode,
  })
  const { conversationId } = begun['result'] as { conversationId: string }
  await client.request(id++, 'addConversationListener', { conversationId })
  const mine = (each: Message): boolean =>
    (each['params'] as { conversationId?: string } | undefined)?.conversationId === conversationId
  await client.request(id++, 'sendUserMessage', {
    conversationId,
    items: [{ type: 'text', data: { text: 'go' } }],
  })
  const questions: Record<string, unknown>[] = []
  for (;;) {
    const next = await client.until(
      (each) =>
        mine(each) &&
        (each['method'] === 'execCommandApproval' || each['method'] === 'codex/event/task_complete') &&
        !questions.includes(each),
    )
    if (next['method'] !== 'execCommandApproval') break
    questions.push(next)
    client.send({ id: next['id'], result: { decision: answer } })
  }
  const ends = client.messages.filter(
    (each) => mine(each) && each['method'] === 'codex/event/exec_command_end',
  )
  const outputs = ends.map((each) => (each['params'] as { msg: { stdout: string } }).msg.stdout)
  const did = row.target === 'a connection' ? connections > 0 : existsSync(path)
  const ran = (stdout: string | undefined): Seen['ran'] =>
    stdout?.includes('net:[') !== true ? 'nowhere' : stdout.includes(ownNetwork) ? 'outside' : 'inside'
  return {
    questions: questions.map((each) => each['params'] as Record<string, unknown>),
    seen: { asked: questions.length, did, ran: ran(outputs.at(-1)) },
    ran: outputs.map(ran),
  }
}

const rows = modes.flatMap((mode) =>
  policies.map((policy) => [name(policy), mode, policy] as [string, Mode, Policy]),
)

test.each(rows)('%s, %s: asked as often and run where the table says', async (_, mode, policy) => {
  answer = 'approved'
  const seen: Record<string, Seen> = {}
  const wanted: Record<string, Seen> = {}
  for (const escalated of [false, true])
    for (const target of targets) {
      const row = { mode, escalated, target }
      const key = `${target}${escalated ? ', escalated' : ''}`
      wanted[key] = expected(policy, row)
      seen[key] = (await turn(policy, row)).seen
    }
  expect(seen).toEqual(wanted)
})

test.each(['on-request', granular] as const)(
  '%s: approved for the session, it is not asked again',
  async (policy) => {
    answer = 'approved_for_session'
    const { seen, ran } = await turn(
      policy,
      { mode: 'workspace-write', escalated: true, target: 'a file outside' },
      2,
    )
    expect([seen.asked, ran]).toEqual([1, ['outside', 'outside']])
  },
)

test('an escalation says that it is one, the agent’s words behind that; ours stand in the assessment', async () => {
  answer = 'denied'
  const row = { mode: 'workspace-write', escalated: true, target: 'a file outside' } as const
  const { questions, seen } = await turn('on-request', row)
  expect([seen.did, questions[0]]).toMatchObject([
    false,
    {
      reason: 'run without sandbox? It is needed.',
      assessment: {
        stop: 'The agent asks to run this outside the sandbox.',
        approved: { runs: 'outside', means: expect.stringContaining('without the sandbox') as string },
      },
    },
  ])
})

test('a first approval for which the agent states no reason has none', async () => {
  answer = 'denied'
  const row = { mode: 'workspace-write', escalated: false, target: 'a file outside' } as const
  const { questions } = await turn('untrusted', row)
  expect(questions).toMatchObject([
    {
      assessment: {
        stop: 'The command is not on the known-safe list.',
        approved: { runs: 'inside', means: expect.stringContaining('inside the sandbox') as string },
      },
    },
  ])
  expect('reason' in (questions[0] ?? {})).toBe(false)
})
