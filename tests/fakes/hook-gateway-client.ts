import { request } from 'node:http'

/** What a desk answered. `status` 0: the connection ended before an answer. */
export interface HookGatewayAnswer {
  readonly status: number
  readonly text: string
  readonly ms: number
}

/** How a hook is sent. `body`: JSON of it, or a text as it is. */
export interface HookGatewayAsk {
  readonly url: string
  readonly path?: string
  readonly token?: string | undefined
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
}

/** Sends one hook as Claude Code does, with the headers that were recorded of it. Never rejects. */
export function askHookGateway({
  url,
  path = '/claude',
  token,
  body = {},
  ...rest
}: HookGatewayAsk): Promise<HookGatewayAnswer> {
  const { method = 'POST', headers = {}, signal } = rest
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const began = performance.now()
  return new Promise((resolve) => {
    const done = (status: number, answer: string): void => {
      resolve({ status, text: answer, ms: performance.now() - began })
    }
    let told: { status: number; text: string } | undefined
    const sent = request(
      new URL(path, url),
      {
        ...{ method, agent: false, ...(signal && { signal }) },
        headers: {
          accept: 'application/json, text/plain, */*',
          'content-type': 'application/json',
          'user-agent': 'axios/1.15.2',
          'accept-encoding': 'gzip, compress, deflate, br',
          ...(method === 'POST' && { 'content-length': String(Buffer.byteLength(text)) }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
          ...headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        told = { status: response.statusCode ?? 0, text: '' }
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', () => {
          done(told?.status ?? 0, Buffer.concat(chunks).toString())
        })
        response.on('end', () => {
          done(told?.status ?? 0, Buffer.concat(chunks).toString())
        })
      },
    )
    sent.on('error', () => {
      if (told === undefined) done(0, '')
    })
    sent.end(method === 'POST' ? text : undefined)
  })
}
