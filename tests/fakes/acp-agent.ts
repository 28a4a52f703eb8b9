// An agent made with the protocol's own library; what it does is said in its prompt, and how it misbehaves in its argument.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import {
  agent,
  ndJsonStream,
  type AgentContext,
  type PermissionOption,
  type SessionUpdate,
  type StopReason,
  type ToolCallUpdate,
} from '@agentclientprotocol/sdk'

const [, , how = 'plain'] = process.argv

const broken: Readonly<Record<string, () => void>> = {
  garbage: () => {
    setInterval(() => {
      for (let at = 0; at < 100; at++) process.stdout.write('this is no message\n'.repeat(50))
    }, 1)
  },
  long: () => {
    process.stdout.write('x'.repeat(50 * 1024 * 1024))
  },
  dies: () => {
    process.stderr.write('no key was given\n')
    process.exit(3)
  },
  silent: () => {
    setInterval(() => undefined, 1000)
  },
}

interface Ran {
  readonly exit_code: number
  readonly output: string
}

function run(command: string): Promise<Ran> {
  return new Promise((resolve) => {
    execFile('sh', ['-c', command], (error, stdout, stderr) => {
      resolve({ exit_code: typeof error?.code === 'number' ? error.code : 0, output: `${stdout}${stderr}` })
    })
  })
}

let stopped: () => void = () => undefined
const options: PermissionOption[] = [
  { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
  { optionId: 'always', name: 'Yes, whatever it is', kind: 'allow_always' },
  { optionId: 'no', name: 'No', kind: 'reject_once' },
]

/** What an agent can say and ask in one conversation. */
function speaking(sessionId: string, client: AgentContext) {
  const tell = (update: SessionUpdate): Promise<void> =>
    client.notify('session/update', { sessionId, update })
  return {
    client,
    tell,
    say: (text: string): Promise<void> =>
      tell({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } }),
    call: (fields: ToolCallUpdate): Promise<void> => tell({ sessionUpdate: 'tool_call_update', ...fields }),
    ask: async (toolCall: ToolCallUpdate): Promise<string> => {
      const { outcome } = await client.request('session/request_permission', { sessionId, toolCall, options })
      return outcome.outcome === 'selected' ? outcome.optionId : outcome.outcome
    },
  }
}

const known = new Map<string, string>()
/** What an agent that takes its conversations up has of them. */
const lastPrompt = join(homedir(), 'last-prompt')
const forever = (): Promise<void> =>
  new Promise(() => {
    setInterval(() => undefined, 1000)
  })

type Verb = (what: string, to: ReturnType<typeof speaking>) => Promise<void>
const verbs: Readonly<Record<string, Verb>> = {
  async say(what, { tell, say }) {
    await tell({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Let me think.' } })
    const step = { content: 'Say hello', priority: 'high', status: 'in_progress' } as const
    await tell({ sessionUpdate: 'plan', entries: [step] })
    await say('Hello ')
    await say(`from ${what}`)
  },
  known: (what, { say }) => say(known.get(what) ?? 'nothing'),
  async run(command, { tell, say, ask, call }) {
    const told = { toolCallId: 'c1', title: command, kind: 'execute', rawInput: { command } } as const
    await tell({ sessionUpdate: 'tool_call', status: 'pending', ...told })
    const chosen = await ask(told)
    if (chosen !== 'yes') {
      await call({ toolCallId: 'c1', status: 'failed' })
      await say(`not allowed: ${chosen}`)
      return
    }
    await call({ toolCallId: 'c1', status: 'in_progress' })
    const rawOutput = await run(command)
    await call({ toolCallId: 'c1', status: rawOutput.exit_code === 0 ? 'completed' : 'failed', rawOutput })
    await say(`exit ${String(rawOutput.exit_code)}`)
  },
  unasked: async (what, { say }) => say((await run(what)).output),
  async write(name, { tell, say, ask, call }) {
    const path = `${process.cwd()}/${name}`
    const diff = { type: 'diff', path, oldText: null, newText: 'by a guest\n' } as const
    const told = { toolCallId: 'e1', title: `Write ${name}`, content: [diff] }
    await tell({ sessionUpdate: 'tool_call', kind: 'edit', status: 'pending', ...told })
    const chosen = await ask(told)
    if (chosen === 'yes') writeFileSync(path, 'by a guest\n')
    await call({ toolCallId: 'e1', status: chosen === 'yes' ? 'completed' : 'failed' })
    await say('written?')
  },
  async wait(_, { say }) {
    await say('waiting')
    await new Promise<void>((resolve) => {
      stopped = resolve
    })
  },
  async hang(_, { say }) {
    await say('hanging')
    await forever()
  },
  die: () => process.exit(7),
  async flood(_, { say }) {
    for (let at = 0; at < 400_000; at++) await say('water '.repeat(10))
  },
  async foreign(_, { client, say }) {
    const other = speaking('somebody-else', client)
    await other.say('in a foreign name')
    await say(await other.ask({ toolCallId: 'x', title: 'x' }))
  },
  env: (_, { say }) => say(JSON.stringify(process.env)),
  async read(what, { say }) {
    try {
      await say(readFileSync(what, 'utf8'))
    } catch (error) {
      await say(`cannot read: ${String(error)}`)
    }
  },
}

const begin = broken[how]
if (begin) begin()
else
  agent({ name: 'test-agent' })
    .onRequest('initialize', ({ params }) => {
      known.set('capabilities', JSON.stringify(params.clientCapabilities))
      return { protocolVersion: 1, agentCapabilities: { loadSession: how === 'loads' } }
    })
    .onRequest('session/new', async ({ client }) => {
      const sessionId = `s-${String(process.pid)}`
      // Before the answer, as some agents do, and once in the name of another conversation.
      for (const [id, name] of [
        [sessionId, 'tidy'],
        ['somebody-else', 'foreign'],
      ] as const)
        await client.notify('session/update', {
          sessionId: id,
          update: {
            sessionUpdate: 'available_commands_update',
            availableCommands: [{ name, description: 'Tidies up', input: { hint: 'which folder' } }],
          },
        })
      return {
        sessionId: how === 'nameless' ? (5 as unknown as string) : sessionId,
        modes: {
          currentModeId: 'yolo',
          availableModes: [
            { id: 'yolo', name: 'Do all' },
            ...(how === 'never-asks' ? [] : [{ id: 'default', name: 'Ask' }]),
          ],
        },
      }
    })
    .onRequest('session/load', ({ params }) => {
      known.set('loaded', params.sessionId)
      return {}
    })
    .onRequest('session/set_mode', ({ params }) => {
      known.set('mode', params.modeId)
      return {}
    })
    .onRequest('session/prompt', async ({ params, client }) => {
      const said = params.prompt.map((each) => (each.type === 'text' ? each.text : '')).join('')
      const text = said.startsWith('A person has allowed you') ? readFileSync(lastPrompt, 'utf8') : said
      const [verb = '', ...rest] = (text.split('\n\nA person has allowed you')[0] ?? '').split(' ')
      if (how === 'loads') writeFileSync(lastPrompt, text)
      await verbs[verb]?.(rest.join(' '), speaking(params.sessionId, client))
      if (verb === 'ends') return { stopReason: rest.join(' ') as StopReason }
      return { stopReason: verb === 'wait' ? 'cancelled' : 'end_turn' }
    })
    .onNotification('session/cancel', () => {
      stopped()
    })
    .connect(
      ndJsonStream(
        Writable.toWeb(process.stdout) as WritableStream<Uint8Array>,
        Readable.toWeb(process.stdin) as unknown as ReadableStream<Uint8Array>,
      ),
    )
