import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { cliEntry } from './run-cli'

/** A message in either direction, as parsed JSON. */
export type Message = Readonly<Record<string, unknown>>

/** A running app-server and the lines it has written, oldest first. */
export interface AppServerClient {
  readonly child: ChildProcess
  readonly messages: readonly Message[]
  /** What the server wrote on standard error. */
  stderr(): string
  /** Writes one message, or text as it is. */
  send(message: Message | string): void
  /** Sends a request and resolves with its answer, be it a result or an error. */
  request(id: number | string, method: string, params?: unknown): Promise<Message>
  /** The nth message that fits, past or future; rejects when the server ends first. */
  until(fits: (message: Message) => boolean, nth?: number): Promise<Message>
  /** The nth event of this type. */
  event(type: string, nth?: number): Promise<Message>
  /** Ends standard input and resolves with how the process ended. */
  end(): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>
}

/** Starts the built `countersign app-server`, or the MCP server, which also speaks in lines. */
export function startAppServer(options: {
  readonly env: NodeJS.ProcessEnv
  readonly cwd?: string
  readonly args?: readonly string[]
  readonly program?: 'app-server' | 'mcp-server'
  /** As whom it runs; absent: as whoever tests. */
  readonly user?: number
  /** What starts it; absent: this Node on the built command line. */
  readonly launcher?: string
}): AppServerClient {
  const { env, cwd, args = [], program = 'app-server', user, launcher } = options
  const [start, before] = launcher === undefined ? [process.execPath, [cliEntry]] : [launcher, []]
  const child = spawn(start, [...before, program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env,
    ...(cwd === undefined ? {} : { cwd }),
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  const messages: Message[] = []
  const waiting = new Set<() => void>()
  let err = ''
  let over = false
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  child.stdin.on('error', () => undefined)
  createInterface({ input: child.stdout }).on('line', (line) => {
    messages.push(JSON.parse(line) as Message)
    for (const look of waiting) look()
  })
  const closed = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.once('close', (code, signal) => {
      over = true
      for (const look of waiting) look()
      resolve({ code, signal })
    })
  })
  const client: AppServerClient = {
    child,
    messages,
    stderr: () => err,
    send: (message) => {
      child.stdin.write(typeof message === 'string' ? message : `${JSON.stringify(message)}\n`)
    },
    async request(id, method, params) {
      client.send(params === undefined ? { id, method } : { id, method, params })
      return client.until((each) => each['id'] === id && !('method' in each))
    },
    until: (fits, nth = 1) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const found = messages.filter(fits)[nth - 1]
          if (!found && !over) return
          waiting.delete(look)
          if (found) resolve(found)
          else reject(new Error(`the app-server ended before that message; standard error: ${err}`))
        }
        waiting.add(look)
        look()
      }),
    event: (type, nth) => client.until((each) => each['method'] === `codex/event/${type}`, nth),
    end: () => {
      child.stdin.end()
      return closed
    },
  }
  return client
}

/** The conversation or thread that a message is about; undefined: of none, or of the server itself. */
function subjectOf(message: Message): unknown {
  const params = message['params'] as { conversationId?: unknown; threadId?: unknown } | undefined
  return params?.conversationId ?? params?.threadId
}

/**
 * The client as one of several tests has it that use it one after another: only what came since now, and nothing of conversations that
 * there were before. Ids of requests may be those of earlier ones.
 */
export function sinceNow(client: AppServerClient): AppServerClient {
  const from = client.messages.length
  const before = new Set<unknown>(client.messages.map(subjectOf).filter((each) => each !== undefined))
  const since = (): readonly Message[] =>
    client.messages.slice(from).filter((each) => !before.has(subjectOf(each)))
  const until: AppServerClient['until'] = (fits, nth = 1) => {
    const seen = (each: Message): boolean => since().includes(each) && fits(each)
    return client.until(seen, nth)
  }
  return {
    ...client,
    get messages() {
      return since()
    },
    until,
    request(id, method, params) {
      client.send(params === undefined ? { id, method } : { id, method, params })
      return until((each) => each['id'] === id && !('method' in each))
    },
    event: (type, nth) => until((each) => each['method'] === `codex/event/${type}`, nth),
  }
}

/** The initialize request's parameters of a plain v1 client. */
export const plainClient = { clientInfo: { name: 'sample', title: 'Sample', version: '1.0.0' } }
