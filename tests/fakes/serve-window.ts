import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { ApprovalRequest, DecideReply, Decision } from '@shared/domain/approval'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { AppSnapshot, Reply } from '@shared/ipc/contract'
import type { Push } from '@shared/ipc/push'
import { FakeBrowser, secretOf } from './fake-browser'
import { cliEntry } from './run-cli'

/** A real `countersign serve` and a page's connection to it. */
export interface ServeWindow {
  readonly child: ChildProcess
  readonly url: string
  hello(): Promise<AppSnapshot>
  /** Everything that was pushed to the page so far. */
  pushes(): readonly Push[]
  /** Everything that was told of requests so far. */
  told(): readonly AgentEvent[]
  /** The requests that wait, by what was told. */
  waiting(): readonly ApprovalRequest[]
  request(channel: string, payload: unknown): Promise<Reply>
  /** What a request is answered with; throws its fault. */
  ask<T>(channel: string, payload: object): Promise<T>
  decide(requestId: string, decision: Decision): Promise<DecideReply>
  /** Leaves the page and connects another. */
  reload(): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** Starts it in this environment and says hello. */
export async function serveWindow(
  env: NodeJS.ProcessEnv,
  options: {
    readonly args?: readonly string[]
    /** One file that starts every face; absent: the built entry. */
    readonly launcher?: string
    readonly cwd?: string
    readonly uid?: number
    readonly gid?: number
  } = {},
): Promise<ServeWindow> {
  const { args = [], launcher, ...user } = options
  const program = launcher === undefined ? [process.execPath, cliEntry] : [launcher]
  const [file = '', ...before] = program
  const child = spawn(file, [...before, 'serve', ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  })
  let said = ''
  const url = await new Promise<string>((resolve, reject) => {
    const read = (text: string): void => {
      said += text
      const found = /http:\/\/\S+/.exec(said)
      if (found) resolve(found[0])
    }
    child.stdout.setEncoding('utf8').on('data', read)
    child.stderr.setEncoding('utf8').on('data', read)
    child.once('exit', () => {
      reject(new Error(`serve ended: ${said}`))
    })
  })
  const { host, hash } = new URL(url)
  const browser = new FakeBrowser(host)
  const secret = secretOf(await browser.offer(hash.slice('#token='.length), browser.jsonHeaders))
  let page = await browser.connect(secret)
  let snapshot: AppSnapshot | undefined
  const request: ServeWindow['request'] = (channel, payload) => page.request(channel, payload)
  const ask = async <T>(channel: string, payload: object): Promise<T> => {
    const reply = await request(channel, payload)
    if (!reply.ok) throw new Error(reply.fault.message)
    return reply.value as T
  }
  const hello = async (): Promise<AppSnapshot> => {
    snapshot = await ask<AppSnapshot>('app.hello', {})
    return snapshot
  }
  const told = (): readonly AgentEvent[] =>
    page.pushes
      .filter(({ seq }) => seq > (snapshot?.seq ?? 0))
      .flatMap((push) => (push.kind === 'events' ? push.events.map(({ event }) => event) : []))
      .filter(({ type }) => type.startsWith('approval.'))
  await hello()
  return {
    ...{ child, url, hello, told, request, ask },
    pushes: () => page.pushes,
    waiting() {
      const all = new Map((snapshot?.approvals ?? []).map((each) => [each.id, each]))
      for (const event of told()) {
        if (event.type === 'approval.requested') all.set(event.request.id, event.request)
        if (event.type === 'approval.resolved') all.delete(event.request.id)
      }
      return [...all.values()]
    },
    decide: (requestId, decision) => ask<DecideReply>('approval.decide', { requestId, decision }),
    async reload() {
      page.socket.close()
      page = await browser.connect(secret)
      await hello()
    },
    async stop(signal = 'SIGTERM') {
      browser.leave()
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}
