import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import { responsesFrames } from '../tests/fakes/model-frames'

/** One turn of a session over the built app-server (`out/`), whose model asks for one command again and again. */
export interface AppSession {
  readonly rounds: number
  readonly command: readonly string[]
  /** How long the model thinks before each answer, in milliseconds. */
  readonly thinksMs: number
  /** So long after the session was begun it is told something, in milliseconds; absent: at once. */
  readonly afterMs?: number
  readonly approvalPolicy?: 'never' | 'untrusted'
  /** Puts what the session's folder holds into it. */
  readonly fill?: (work: string) => void
  readonly env?: Readonly<Record<string, string>>
  /** Lines that the home's settings begin with. */
  readonly settings?: string
  /** A folder with a home and a project of earlier sessions, which stays; absent: a fresh one. */
  readonly base?: string
}

/** What was seen of it: at the model server, and on the wire of the client. All in milliseconds. */
export interface Seen {
  /** From each answer to the request after it: a whole tool call. */
  readonly calls: readonly number[]
  /** From the person's message to the first approval; undefined: none was asked for. */
  readonly approval: number | undefined
}

const view = responsesFrames({ text: '{}' }, 0).join('')

/** The model is this process and the session another, so that each call's way through HTTP is in the figure and its model is not. */
export async function runAppSession(session: AppSession): Promise<Seen> {
  const base = session.base ?? mkdtempSync('/var/tmp/cs-bench-')
  const [home, work] = [join(base, 'home'), join(base, 'work')]
  for (const folder of [home, work]) mkdirSync(folder, { recursive: true })
  session.fill?.(work)
  const calls: number[] = []
  let [count, answered, said] = [0, 0, 0]
  let approval: number | undefined
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>()
  const server = createServer((request, response) => {
    const read: Buffer[] = []
    request.on('data', (chunk: Buffer) => read.push(chunk))
    request.once('end', () => {
      // What a model is asked for its view of a request offers it no tool, and is no part of the turn.
      if (!Buffer.concat(read).includes('"shell"')) {
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(view)
        return
      }
      if (count > 0) calls.push(performance.now() - answered)
      count += 1
      const wanted = [{ name: 'shell', arguments: JSON.stringify({ command: session.command }) }]
      const speech = count <= session.rounds ? { calls: wanted } : { text: 'done' }
      const frames = responsesFrames(speech, count).join('')
      const answer = (): void => {
        answered = performance.now()
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(frames)
        if (count > session.rounds) end(undefined)
      }
      if (session.thinksMs === 0) answer()
      else void setTimeout(session.thinksMs).then(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  writeFileSync(
    join(home, 'config.toml'),
    `${session.settings ?? ''}model = "bench"\nmodel_provider = "bench"\n[model_providers.bench]\nbase_url = "http://127.0.0.1:${String(port)}/v1"\nwire_api = "responses"\n`,
  )
  const child = spawn(process.execPath, [join(process.cwd(), 'out/main/cli.js'), 'app-server'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...session.env, COUNTERSIGN_HOME: home },
  })
  const send = (id: number, method: string, params: unknown): void => {
    child.stdin.write(`${JSON.stringify({ id, method, params })}\n`)
  }
  const say = (conversationId: string | undefined): void => {
    said = performance.now()
    const items = [{ type: 'text', data: { text: 'go' } }]
    send(2, 'sendUserMessage', { conversationId, items })
  }
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as {
      id?: number
      method?: string
      result?: { conversationId?: string }
    }
    if (message.method === 'execCommandApproval') {
      approval ??= performance.now() - said
      child.stdin.write(`${JSON.stringify({ id: message.id, result: { decision: 'denied' } })}\n`)
    } else if (message.id === 1) {
      void setTimeout(session.afterMs ?? 0).then(() => {
        say(message.result?.conversationId)
      })
    }
  })
  const { approvalPolicy = 'never' } = session
  send(0, 'initialize', { clientInfo: { name: 'bench', version: '1' } })
  send(1, 'newConversation', { cwd: work, approvalPolicy, sandbox: 'workspace-write' })
  await ended
  child.stdin.end()
  await new Promise((resolve) => child.once('close', resolve))
  server.close()
  if (session.base === undefined) rmSync(base, { recursive: true })
  return { calls, approval }
}
