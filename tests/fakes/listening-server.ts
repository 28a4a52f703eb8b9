import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { WebSocket, type ClientOptions } from 'ws'
import type { Message } from './app-server-client'
import type { AppServerHome } from './app-server-home'
import { cliEntry } from './run-cli'
import { secondClient } from './second-client'

/** A running `countersign app-server --listen`, and what it said of itself. */
export interface ListeningServer {
  readonly child: ChildProcess
  readonly listen: string
  readonly token: string | undefined
  stderr(): string
  /** Stops it; resolves with its exit code. */
  end(): Promise<number | null>
}

/** Starts one. Rejects with what it complained of when it does not begin. */
export async function startListening(
  home: AppServerHome,
  args: readonly string[],
  user?: number,
): Promise<ListeningServer> {
  const child = spawn(process.execPath, [cliEntry, 'app-server', ...args], {
    env: home.env,
    cwd: home.project,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const exited = once(child, 'exit') as Promise<[number | null]>
  const said = once(createInterface({ input: child.stdout }), 'line') as Promise<[string]>
  const first = await Promise.race([said, exited.then(() => undefined)])
  if (!first) throw new Error(err)
  const { listen, token } = JSON.parse(first[0]) as { listen: string; token?: string }
  return {
    child,
    listen,
    token,
    stderr: () => err,
    end: async () => {
      child.kill('SIGTERM')
      return (await exited)[0]
    },
  }
}

/** A client of it over a WebSocket. */
export interface WebClient {
  readonly messages: readonly Message[]
  readonly socket: WebSocket
  call(method: string, params?: unknown): Promise<Message>
  until(fits: (message: Message) => boolean): Promise<Message>
  send(message: object): void
}

/** Connects one and greets; `unix://PATH` too. Rejects with what the handshake was refused with. */
export async function connectWeb(at: string, options: ClientOptions = {}): Promise<WebClient> {
  const url = at.startsWith('unix://') ? `ws+unix:${at.slice('unix://'.length)}:/` : at
  const socket = new WebSocket(url, options)
  await once(socket, 'open')
  const messages: Message[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data: Buffer) => {
    messages.push(JSON.parse(data.toString()) as Message)
    for (const look of waiting) look()
  })
  const until = (fits: (message: Message) => boolean): Promise<Message> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = messages.find(fits)
        if (found) {
          waiting.delete(look)
          resolve(found)
        }
      }
      waiting.add(look)
      socket.once('close', () => {
        reject(new Error('the connection was closed'))
      })
      look()
    })
  const send = (message: object): void => {
    socket.send(JSON.stringify(message))
  }
  let next = 0
  const call = async (method: string, params?: unknown): Promise<Message> => {
    const id = `web-${String((next += 1))}`
    send({ id, method, params })
    const answer = await until((each) => each['id'] === id && !('method' in each))
    if ('error' in answer) throw new Error((answer['error'] as { message: string }).message)
    return answer['result'] as Message
  }
  await call('initialize', secondClient)
  return { messages, socket, call, until, send }
}

/** What a client says that has this token. */
export const bearing = (token: string | undefined): ClientOptions => ({
  headers: { authorization: `Bearer ${token ?? ''}` },
})
