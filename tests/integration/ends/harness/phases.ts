import { shellCall, type AppServerHome } from '../../../fakes/app-server-home'
import { FakeBrowser, secretOf } from '../../../fakes/fake-browser'
import type { Answer } from '../../../fakes/model-server'
import { plainClient } from '../../../fakes/app-server-client'
import { startEngine, type EngineRun } from './engine-run'

/** What the program is doing when its end comes. */
export type Phase =
  | 'idle'
  | 'streaming'
  | 'running'
  | 'outside'
  | 'waiting'
  | 'patching'
  | 'flooding'
  | 'stalled'
export type Face = 'app-server' | 'mcp-server' | 'exec' | 'serve' | 'sandbox'

let marks = 0
const throughProcesses = 25
/** Seconds that no other process of this machine sleeps for. */
const uniqueSleep = (): string => `6${String(process.pid)}.${String((marks += 1))}`

/** So many files take the applier a while. */
const patch = Array.from({ length: 300 }, (_, at) => [`*** Add File: many/${String(at)}.txt`, '+new']).flat()
/** More output than the pipes hold. */
const floods = 1

/** What the model says in a phase, and the settings that the phase needs. */
export function scriptOf(phase: Phase): {
  readonly script: Answer[]
  readonly config: string
  readonly sleep: string
} {
  const sleep = uniqueSleep()
  const config = '[features]\nsandbox_command_assessment = false\n'
  const done = { text: 'Done.' }
  switch (phase) {
    case 'idle':
      return { script: [], config, sleep }
    case 'streaming':
      return { script: [{ hang: true, text: 'Well, let me think' }], config, sleep }
    case 'running':
    case 'outside': {
      const commands = `trap "" TERM HUP INT QUIT; setsid sleep ${sleep} & sleep ${sleep} & wait`
      const mode = phase === 'outside' ? 'sandbox_mode = "danger-full-access"\n' : ''
      return { script: [shellCall('call_1', 'sh', '-c', commands), done], config: mode + config, sleep }
    }
    case 'waiting':
      return { script: [shellCall('call_1', 'touch', `/var/tmp/cs-ends-${sleep}`), done], config, sleep }
    case 'patching': {
      const input = ['*** Begin Patch', ...patch, '*** End Patch', ''].join('\n')
      return {
        script: [{ calls: [{ id: 'call_1', name: 'apply_patch', arguments: { input } }] }, done],
        config,
        sleep,
      }
    }
    case 'flooding':
      return { script: [shellCall('call_1', 'sh', '-c', `yes ${sleep}`), done], config, sleep }
    case 'stalled': {
      const loud = (at: number) =>
        shellCall(`call_${String(at)}`, 'sh', '-c', 'yes 0123456789 | head -c 1500000')
      const script = Array.from({ length: floods }, (_, at) => loud(at))
      return { script: [...script, { hang: true, text: 'Well' }], config, sleep }
    }
  }
}

/** What shows in the program's output, by face, that the phase has come. */
const signs: Record<'app-server' | 'mcp-server' | 'exec' | 'serve', Partial<Record<Phase, string>>> = {
  'app-server': {
    streaming: 'agent_message_delta',
    waiting: 'execCommandApproval',
    patching: 'patch_apply_begin',
    flooding: 'exec_command_output_delta',
  },
  'mcp-server': {
    streaming: 'agent_message_delta',
    waiting: 'elicitation/create',
    patching: 'patch_apply_begin',
    flooding: 'exec_command_output_delta',
  },
  exec: { streaming: 'message.delta', patching: 'patch.started', flooding: 'command.output' },
  serve: {
    streaming: 'message.delta',
    waiting: 'approval.requested',
    patching: 'patch.started',
    flooding: 'command.output',
  },
}

/** A program of this face, brought into this phase. */
export async function inPhase(
  face: Face,
  phase: Phase,
  parts: { readonly home: AppServerHome; readonly sleep: string; readonly node?: readonly string[] },
): Promise<EngineRun> {
  const { home, sleep, node = [] } = parts
  const run = startEngine(home, argsOf(face, phase, sleep), { node })
  const told = await drive[face](run, phase)
  if (phase === 'running' || phase === 'outside')
    await run.holds(
      () =>
        run.processes().filter(({ words }) => words === `sleep ${sleep}`).length ===
        (face === 'sandbox' ? 1 : 2),
      throughProcesses,
    )
  else if (phase === 'stalled') {
    run.client.stopReading()
    if (face === 'sandbox')
      await run.holds(() => run.processes().some(({ words }) => words === `yes ${sleep}`), throughProcesses)
    else await run.holds(() => home.server.requests.length > floods)
  } else {
    const sign = face === 'sandbox' ? undefined : signs[face][phase]
    if (sign !== undefined) await run.holds(() => told().includes(sign))
    if (face === 'sandbox' && phase === 'flooding') await run.until(sleep)
    if (face === 'exec' && phase === 'idle') await run.holds(() => run.listens(), throughProcesses)
  }
  return run
}

function argsOf(face: Face, phase: Phase, sleep: string): string[] {
  switch (face) {
    case 'app-server':
    case 'mcp-server':
      return [face]
    case 'serve':
      return ['serve', '--port', '0']
    case 'exec':
      return ['exec', '--json', ...(phase === 'idle' ? ['-'] : ['go'])]
    case 'sandbox':
      return ['sandbox', '--', ...(phase === 'running' ? ['sleep', sleep] : ['yes', sleep])]
  }
}

const drive: Record<Face, (run: EngineRun, phase: Phase) => Promise<() => string>> = {
  'app-server': async (run, phase) => {
    run.send({ id: 1, method: 'initialize', params: plainClient })
    run.send({ id: 2, method: 'newConversation', params: { cwd: run.home.project } })
    await run.until('conversationId')
    const conversationId = /"conversationId":"([^"]+)"/.exec(run.said())?.[1]
    run.send({ id: 3, method: 'addConversationListener', params: { conversationId } })
    await run.until('subscriptionId')
    const items = [{ type: 'text', data: { text: 'go' } }]
    if (phase !== 'idle') run.send({ id: 4, method: 'sendUserMessage', params: { conversationId, items } })
    return run.said
  },
  'mcp-server': async (run, phase) => {
    const send = (message: object): void => {
      run.send({ jsonrpc: '2.0', ...message })
    }
    const params = {
      protocolVersion: '2025-06-18',
      capabilities: { elicitation: {} },
      clientInfo: { name: 'raw', version: '1' },
    }
    send({ id: 'hello', method: 'initialize', params })
    await run.until('"hello"')
    send({ method: 'notifications/initialized' })
    if (phase !== 'idle')
      send({ id: 1, method: 'tools/call', params: { name: 'codex', arguments: { prompt: 'go' } } })
    return run.said
  },
  exec: (run) => Promise.resolve(run.said),
  sandbox: (run) => Promise.resolve(run.said),
  serve: async (run, phase) => {
    await run.until('Stop with')
    const { host, hash } = new URL(/http:\S+/.exec(run.said())?.[0] ?? '')
    const browser = new FakeBrowser(host)
    const secret = secretOf(await browser.offer(hash.slice('#token='.length), browser.jsonHeaders))
    const client = await browser.connect(secret)
    await client.request('app.hello', {})
    const made = await client.request('session.create', { cwd: run.home.project })
    const { id } = (made as { value: { id: string } }).value
    if (phase !== 'idle') await client.request('turn.start', { sessionId: id, text: 'go' })
    return () => JSON.stringify(client.pushes)
  },
}
