import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import type { Access } from './access'

const Body = z.strictObject({ token: z.string().min(1).max(200) })
const maxBodyBytes = 4096

/**
 * Answers POST /auth: 200 and `{secret}` for the right token the first time, 401 for every other token and every other
 * time, 429 after too many. The custom header and the JSON type keep plain HTML forms out, and no CORS header lets a
 * page of another port read the answer. Host and Origin were checked before.
 */
export async function exchangeToken(
  request: IncomingMessage,
  response: ServerResponse,
  access: Access,
): Promise<void> {
  const type = request.headers['content-type']?.split(';')[0]?.trim()
  if (request.headers['x-countersign'] !== '1' || type !== 'application/json') {
    endWith(response, 400, 'Bad request\n')
    return
  }
  const text = await readBody(request)
  if (text === undefined) {
    response.setHeader('Connection', 'close')
    endWith(response, 413, 'Request too large\n')
    return
  }
  const body = Body.safeParse(parseJson(text))
  if (!body.success) {
    endWith(response, 400, 'Bad request\n')
    return
  }
  const exchange = access.exchange(body.data.token)
  switch (exchange.kind) {
    case 'granted':
      response.setHeader('Content-Type', 'application/json; charset=utf-8')
      response.writeHead(200).end(JSON.stringify({ secret: exchange.secret }))
      break
    case 'refused':
      endWith(response, 401, 'This address was used already or is wrong\n')
      break
    case 'limited':
      endWith(response, 429, 'Too many attempts\n')
      break
  }
}

/** Ends a response with plain text. */
export function endWith(response: ServerResponse, status: number, text: string): void {
  response.setHeader('Content-Type', 'text/plain; charset=utf-8')
  response.writeHead(status).end(text)
}

/** The whole body, or undefined when it is over the limit. Rejects when the client goes away. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let size = 0
  // Leaving the loop early must not destroy the socket: the 413 still has to go out on it.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > maxBodyBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: no value, which fits no schema.
    return undefined
  }
}
