import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { helloId } from '@shared/ipc/browser-link'
import type { Reply } from '@shared/ipc/contract'
import type { Push } from '@shared/ipc/push'

/** What is asked of the server, word for word: fetch would tidy the path and refuse to set Host and Origin. */
export interface Ask {
  readonly path?: string
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
}

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[] | undefined>
  readonly body: string
}

/** One open WebSocket that speaks the bridge. */
export interface Client {
  readonly socket: WebSocket
  readonly pushes: readonly Push[]
  request(channel: string, payload: unknown): Promise<Reply>
  /** What came for a question that was asked by opening the socket. */
  readonly hello: Promise<Reply>
  /** Resolves with all pushes once there are that many. */
  pushed(count: number): Promise<readonly Push[]>
}

/** The secret a server gave for its token. Throws when it gave none. */
export function secretOf(answer: Answer): string {
  return z.strictObject({ secret: z.string() }).parse(JSON.parse(answer.body)).secret
}

/** A browser, or something that pretends to be one, before the server at a port of the loopback. `host`: the name and port of its address. */
export class FakeBrowser {
  readonly port: number
  readonly origin: string
  readonly jsonHeaders: Record<string, string>
  readonly #sockets: WebSocket[] = []

  constructor(host: string) {
    this.port = Number(host.split(':').at(-1))
    this.origin = `http://${host}`
    this.jsonHeaders = { origin: this.origin, 'content-type': 'application/json', 'x-countersign': '1' }
  }

  ask({ path = '/', method = 'GET', headers = {}, body = '' }: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const named = { host: new URL(this.origin).host, ...headers }
      const options = { host: '127.0.0.1', port: this.port, path, method, headers: named, agent: false }
      const request = httpRequest(options, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString()
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text })
        })
      })
      request.on('error', reject)
      request.end(body)
    })
  }

  /** Offers a token for the secret. */
  offer(token: string, headers: Record<string, string>): Promise<Answer> {
    return this.ask({ path: '/auth', method: 'POST', headers, body: JSON.stringify({ token }) })
  }

  /** The status an upgrade ends with: 101, or the refusal's. `secret` is said as the own page says it. */
  upgrade(headers: Record<string, string>, secret?: string, path = '/bridge'): Promise<number> {
    const socket = this.#open(headers, path, secret)
    return new Promise((resolve, reject) => {
      socket.on('open', () => {
        resolve(101)
      })
      socket.on('unexpected-response', (request, response) => {
        resolve(response.statusCode ?? 0)
        request.destroy()
      })
      socket.on('error', reject)
    })
  }

  /** Opens the bridge as the own page would. Rejects when it is refused. */
  async connect(secret: string, path = '/bridge'): Promise<Client> {
    const socket = this.#open({ origin: this.origin }, path, secret)
    const pushes: Push[] = []
    const replies = new Map<number, (reply: Reply) => void>()
    const waiting = new Set<() => void>()
    const hello = new Promise<Reply>((resolve) => replies.set(helloId, resolve))
    let nextId = 1
    socket.on('message', (raw: Buffer) => {
      const message = JSON.parse(raw.toString()) as { push: Push } | { id: number; reply: Reply }
      if ('push' in message) pushes.push(message.push)
      else replies.get(message.id)?.(message.reply)
      for (const look of waiting) look()
    })
    await once(socket, 'open')
    return {
      ...{ socket, pushes, hello },
      request: (channel, payload) =>
        new Promise((resolve) => {
          const id = nextId++
          replies.set(id, resolve)
          socket.send(JSON.stringify({ id, channel, payload }))
        }),
      pushed: (count) =>
        new Promise((resolve) => {
          const look = () => {
            if (pushes.length >= count) resolve(pushes)
          }
          waiting.add(look)
          look()
        }),
    }
  }

  /** Cuts every socket that was opened. */
  leave(): void {
    for (const socket of this.#sockets.splice(0)) socket.terminate()
  }

  #open(headers: Record<string, string>, path: string, secret: string | undefined): WebSocket {
    const protocols = ['countersign', ...(secret === undefined ? [] : [secret])]
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}${path}`, protocols, {
      headers: { host: new URL(this.origin).host, ...headers },
    })
    this.#sockets.push(socket)
    return socket
  }
}
