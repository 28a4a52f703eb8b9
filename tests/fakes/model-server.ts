import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { chatFrames, responsesFrames, type Speech } from './model-frames'

export type { ScriptedCall, Speech } from './model-frames'

/** How a stream is put on the wire. All of it is optional: by default frames go out whole and at once. */
export interface Pace {
  /** Milliseconds to wait before each frame. */
  readonly delayMs?: number
  /** Frames are cut into pieces of so many bytes, sent one by one. */
  readonly splitBytes?: number
  /** What comes behind this text waits for this: a test that looks while an answer streams need not be faster than the answer. */
  readonly held?: { readonly behind: string; readonly until: Promise<unknown> }
}

/**
 * One answer of the script.
 * - a speech: streamed in the format of the path that was asked; `cut` breaks the connection after so many frames
 * - `status`: a plain HTTP answer; a body that is not text is sent as JSON
 * - `raw`: a 200 event stream made of exactly these chunks (`headers` replaces the content type, `open` leaves the
 *   connection open behind them)
 * - `hang`: the text, if any, and then silence on an open connection
 */
export type Answer =
  | (Speech & Pace & { readonly cut?: number })
  | { readonly status: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> }
  | (Pace & {
      readonly raw: readonly (string | Uint8Array)[]
      readonly open?: boolean
      readonly headers?: Readonly<Record<string, string>>
    })
  | (Pace & { readonly hang: true; readonly text?: string })

/** A POST as it came in. `body` is the parsed JSON. */
export interface RecordedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
  /** Settles when it is over: whether the client was still there for the end of its answer. */
  readonly outcome: Promise<'answered' | 'client-gone'>
}

/** The server in use. `baseUrl` ends in /v1; `requests` grows in order of arrival (GET /v1/models is not recorded). */
export interface ModelServer {
  readonly baseUrl: string
  readonly requests: readonly RecordedRequest[]
  /** The request with this index from 0, waiting for it to arrive. */
  request(index: number): Promise<RecordedRequest>
  /** Breaks every open connection and frees the port. */
  close(): Promise<void>
}

/**
 * Starts a scripted OpenAI-compatible server on a free port of 127.0.0.1: POST /v1/responses, POST
 * /v1/chat/completions, GET /v1/models. A list is answered in order, and with status 500 once it is used up; a function
 * is asked for every answer.
 */
export async function startModelServer(
  script: readonly Answer[] | ((request: RecordedRequest) => Answer),
): Promise<ModelServer> {
  const requests: RecordedRequest[] = []
  const waiting: (() => void)[] = []
  const closing = new AbortController()

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'GET' && request.url === '/v1/models') {
      sendJson(response, 200, { object: 'list', data: [{ id: 'scripted', object: 'model' }] })
      return
    }
    const recorded = await record(request, response)
    const number = requests.push(recorded)
    for (const wake of waiting.splice(0)) wake()
    const answer = typeof script === 'function' ? script(recorded) : script[number - 1]
    if (answer) await send(answer, { recorded, response, number, signal: closing.signal })
    else sendJson(response, 500, { error: { message: 'the script has no answer left' } })
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      // A write to a client that went away is the point of some tests; anything else must not pass unseen.
      if (!response.destroyed) response.destroy(error instanceof Error ? error : undefined)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the model server has no port')
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    requests,
    async request(index) {
      for (;;) {
        const found = requests[index]
        if (found) return found
        await new Promise<void>((resolve) => waiting.push(resolve))
      }
    },
    close: () =>
      new Promise((resolve) => {
        closing.abort()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

interface Exchange {
  readonly recorded: RecordedRequest
  readonly response: ServerResponse
  readonly number: number
  readonly signal: AbortSignal
}

async function record(request: IncomingMessage, response: ServerResponse): Promise<RecordedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  const outcome = new Promise<'answered' | 'client-gone'>((resolve) => {
    response.once('close', () => resolve(response.writableFinished ? 'answered' : 'client-gone'))
  })
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  return { path: request.url ?? '', headers: request.headers, body, outcome }
}

async function send(answer: Answer, exchange: Exchange): Promise<void> {
  const { response } = exchange
  if ('status' in answer) {
    for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value)
    if (typeof answer.body === 'string') response.writeHead(answer.status).end(answer.body)
    else sendJson(response, answer.status, answer.body ?? {})
    return
  }
  const frames = framesFor(answer, exchange)
  if (!frames) {
    sendJson(response, 404, { error: { message: `no such path: ${exchange.recorded.path}` } })
    return
  }
  response.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
    ...('raw' in answer && answer.headers),
  })
  response.flushHeaders()
  const cut = 'cut' in answer ? answer.cut : undefined
  let said = ''
  for (const chunk of frames.slice(0, cut)) {
    if (answer.held !== undefined && said.includes(answer.held.behind)) await answer.held.until
    await writeChunk(chunk, answer, exchange)
    said += textOf(chunk)
  }
  if (cut !== undefined) response.destroy()
  else if (!('hang' in answer) && !('open' in answer && answer.open)) response.end()
}

/** What a frame lets the model say. */
const textOf = (frame: string | Uint8Array): string =>
  [...String(frame).matchAll(/"(?:content|delta)":("(?:[^"\\]|\\.)*")/g)]
    .map(([, text = '""']) => JSON.parse(text) as string)
    .join('')

function framesFor(
  answer: Exclude<Answer, { readonly status: number }>,
  { recorded, number }: Exchange,
): readonly (string | Uint8Array)[] | undefined {
  if ('raw' in answer) return answer.raw
  const hang = 'hang' in answer
  const [route] = recorded.path.split('?')
  const frames =
    route === '/v1/responses'
      ? responsesFrames(answer, number)
      : route === '/v1/chat/completions'
        ? chatFrames(answer, number)
        : undefined
  if (!hang || !frames) return frames
  // Only what shows: the frames up to the last one with text in it.
  return frames.slice(0, frames.findLastIndex((frame) => /output_text\.delta|"content":"./.test(frame)) + 1)
}

async function writeChunk(
  chunk: string | Uint8Array,
  pace: Pace,
  { response, signal }: Exchange,
): Promise<void> {
  const bytes = Buffer.from(chunk)
  const size = pace.splitBytes ?? bytes.length
  if (pace.delayMs !== undefined) await wait(pace.delayMs, undefined, { signal })
  for (let at = 0; at < bytes.length; at += size) {
    // A write that has gone out before the next begins is a chunk of its own for the client.
    await new Promise<void>((resolve) => response.write(bytes.subarray(at, at + size), () => resolve()))
    if (response.destroyed) return
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
