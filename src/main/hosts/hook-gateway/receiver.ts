import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { FaultError, toFault } from '@shared/domain/fault'
import { hookAnswer } from '../../core/hook-gateway/hook-answer'
import { readHook } from '../../core/hook-gateway/hook-body'
import type { HookGatewayFile } from '../../core/ports/hook-settings'
import type { HookGatewayService } from '../../core/engine/engine-service'
import type { Log } from '../../core/ports/system'
import type { HookAgent } from '@shared/domain/hook-agent'
import { fewStrangers, type Admit } from '../few-strangers'
import { sameText } from '../same-text'
import { hookGatewayProof, nonceHeader } from './hook-gateway-proof'

const loopback = '127.0.0.1'
/** A hook's body is a call of a tool: what is larger is none. */
const maxBodyBytes = 5 * 1024 * 1024
/** So many requests may wait at once; more are told to come back, and the agent goes on by its own rules. */
const maxWaiting = 256
/** So many connections are held of whoever has not shown the token. */
const maxStrangers = 256
/** A request has so long to arrive. How long it then waits for a person is the agent's own affair. */
const arrivingMs = 30_000

/** What a receiver needs. */
export interface ReceiverParts {
  readonly hookGateway: HookGatewayService
  readonly file: HookGatewayFile
  readonly log: Log
  /** The port on 127.0.0.1 in place of the one that is kept. */
  readonly port?: number | undefined
  /** In how many milliseconds a request has to arrive, in place of 30,000. */
  readonly arrivingMs?: number | undefined
}

/** A hook gateway that is open. `close` ends every request without an answer, and not the engine. */
export interface Receiver {
  readonly url: string
  readonly token: string
  close(): Promise<void>
}

/** Whose hooks come to a path. `retriesOnly`: those before a call, about which nobody is asked. */
interface Asker {
  readonly agent: HookAgent
  readonly retriesOnly?: true
}

const askers: ReadonlyMap<string, Asker> = new Map<string, Asker>([
  ['/claude', { agent: 'claude-code' }],
  ['/claude/retries', { agent: 'claude-code', retriesOnly: true }],
  ['/codex', { agent: 'codex' }],
])

/**
 * Opens the hook gateway: hooks are received on 127.0.0.1, from whoever knows the token of this user. Everybody else, and whatever a web page
 * sends, is told nothing. Throws FaultError for a port that cannot be had and for a place that cannot be kept.
 */
export async function openReceiver(parts: ReceiverParts): Promise<Receiver> {
  const { file, log, arrivingMs: arriving = arrivingMs } = parts
  const { token, port: kept } = await file.open()
  const server = createServer({
    maxHeaderSize: 64 * 1024,
    requestTimeout: arriving,
    headersTimeout: Math.min(10_000, arriving),
    // Node looks for what is late every 30 seconds otherwise.
    connectionsCheckingInterval: Math.min(1_000, arriving),
  })
  // A person may take as long as the agent waits.
  server.timeout = 0
  const admit = fewStrangers(server, maxStrangers)
  let waiting = 0
  // Before anybody can send one: what came to no listener would wait for ever.
  server.on('request', (request, response) => {
    waiting += 1
    const port = request.socket.localPort ?? 0
    void answer(request, response, { ...parts, token, port, crowded: waiting > maxWaiting, admit })
      .catch((error: unknown) => {
        log.error('desk: a request could not be answered', error)
        response.destroy()
      })
      .finally(() => {
        waiting -= 1
      })
  })
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => {
        resolve()
      })
      server.closeAllConnections()
    })
  const port = await listen(server, parts.port ?? kept)
  try {
    if (parts.port === undefined) await file.keep(port)
  } catch (error) {
    await close()
    throw error
  }
  return { url: `http://${loopback}:${String(port)}`, token, close }
}

interface Asked extends ReceiverParts {
  readonly token: string
  readonly port: number
  readonly crowded: boolean
  readonly admit: Admit
}

async function answer(request: IncomingMessage, response: ServerResponse, asked: Asked): Promise<void> {
  const { headers, method } = request
  const path = (request.url ?? '').split(/[?#]/, 1)[0] ?? ''
  const nonce = headers[nonceHeader]
  // No page of the web is to reach this, and no name but the address: the answer is the same for all of them.
  const foreign = headers.host !== `${loopback}:${String(asked.port)}` || headers.origin !== undefined
  if (!foreign && path === '/proof' && typeof nonce === 'string' && nonce.length <= 100) {
    end(response, 200, hookGatewayProof(asked.token, nonce, asked.port))
    return
  }
  if (foreign || !sameText(headers.authorization ?? '', `Bearer ${asked.token}`)) {
    refuse(request, response, 404, '')
    return
  }
  asked.admit(request.socket)
  const asker = askers.get(path)
  if (method !== 'POST') refuse(request, response, 405, 'Expected POST.')
  else if (asker === undefined) refuse(request, response, 404, 'Expected /claude or /codex.')
  else if (asked.crowded) refuse(request, response, 503, 'Too many requests wait already.')
  else await answerHook(asker, request, response, asked)
}

async function answerHook(
  { agent, retriesOnly }: Asker,
  request: IncomingMessage,
  response: ServerResponse,
  { hookGateway, log }: Asked,
): Promise<void> {
  const body = await readBody(request, maxBodyBytes)
  if (body.kind === 'gone') return
  if (body.kind === 'large') {
    refuse(request, response, 413, `Expected at most ${String(maxBodyBytes)} bytes.`)
    return
  }
  const read = readHook(agent, body.value)
  if (read.kind === 'malformed') {
    end(response, 400, `No hook that is known here: ${read.problem}`)
    return
  }
  if (read.kind === 'passes' || (retriesOnly && read.ask.event !== 'PreToolUse')) {
    end(response, 200, '{}', 'application/json')
    return
  }
  const gone = new AbortController()
  response.once('close', () => {
    gone.abort()
  })
  try {
    const verdict = await hookGateway.ask({ ...read.ask, ...(retriesOnly && { retriesOnly }) }, gone.signal)
    if (!gone.signal.aborted)
      end(response, 200, JSON.stringify(hookAnswer(read.ask, verdict) ?? {}), 'application/json')
  } catch (error) {
    if (!(error instanceof FaultError)) log.error('desk: a request could not be put to anybody', error)
    if (!gone.signal.aborted) end(response, 503, toFault(error).message)
  }
}

/** A body as it arrived. `value` is undefined for what is no JSON. `gone`: the sender went away in the middle of it. */
type ReadBody =
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'large' }
  | { readonly kind: 'gone' }

/** Reads a body of at most `limit` bytes; what is larger is refused when it says so, or while it arrives, and never held. */
function readBody(request: IncomingMessage, limit: number): Promise<ReadBody> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.resolve({ kind: 'large' })
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) chunks.push(chunk)
      else {
        chunks.length = 0
        request.pause()
        resolve({ kind: 'large' })
      }
    })
    request.on('end', () => {
      resolve({ kind: 'read', value: parsed(Buffer.concat(chunks).toString()) })
    })
    request.on('close', () => {
      resolve({ kind: 'gone' })
    })
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // what is no JSON is told as what is no hook
  }
}

/** Answers without reading on: whoever goes on sending is cut off, after a while in which the answer arrives. */
function refuse(request: IncomingMessage, response: ServerResponse, status: number, text: string): void {
  response.setHeader('Connection', 'close')
  // Said now, so that the answer is whole before the connection ends.
  response.setHeader('Content-Length', Buffer.byteLength(text))
  begin(response, status)
  response.write(text)
  response.flushHeaders()
  // A connection that ends with bytes unread takes back what was sent and not read yet.
  const over = setTimeout(() => response.end(), cutOffMs).unref()
  response.once('close', () => {
    clearTimeout(over)
  })
  setImmediate(() => {
    if (request.complete) response.end()
  })
}

/** Who still sends is given this long to see why it is not read. */
const cutOffMs = 2_000

function end(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  begin(response, status, type)
  response.end(text)
}

function begin(response: ServerResponse, status: number, type = 'text/plain'): void {
  response.setHeader('Content-Type', `${type}; charset=utf-8`)
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.writeHead(status)
}

/** Listens on loopback and returns the port; another than the one that is kept, where that is taken. */
async function listen(server: Server, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      const message = taken
        ? `Port ${String(port)} on ${loopback} is in use, perhaps by another Countersign of this home: the desk is not open here.`
        : `Port ${String(port)} on ${loopback} cannot be opened: ${error.message}`
      reject(new FaultError({ code: 'bad-request', message }, error))
    })
    server.listen(port, loopback, resolve)
  })
  return (server.address() as AddressInfo).port
}
