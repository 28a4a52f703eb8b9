import type OpenAI from 'openai'
import type { Endpoint } from './endpoint'

/** How long a server may take to begin its answer: a local one may have to load the model first. */
const headersTimeoutMs = 300_000

/** Loads the library, and what Node fetches with, ahead of the first call, which then need not wait for it. */
export async function loadClient(): Promise<void> {
  await import('openai')
  new Headers()
}

/** Code of the error of an answer that goes on for too long. */
export const tooLongCode = 'ANSWER_TOO_LONG'
/** So many megabytes an answer may have: many times what the longest have. */
export const mostMegabytes = 128
/** So many bytes are read of what a server says of an error. */
const mostOfError = 1024 * 1024

/** The same answer, of which no more is read than it may have: one without an end would fill the memory. */
export function limited(response: Response): Response {
  const { body, status, statusText, headers, ok } = response
  if (!body) return response
  const most = ok ? mostMegabytes * 1024 * 1024 : mostOfError
  let taken = 0
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      taken += chunk.byteLength
      if (taken <= most) controller.enqueue(chunk)
      else if (ok) controller.error(Object.assign(new Error('the answer is too long'), { code: tooLongCode }))
      else controller.terminate()
    },
  })
  return new Response(body.pipeThrough(limit), { status, statusText, headers })
}

/** So often a server may send a request on within its own address. */
const maxRedirects = 5

/**
 * Follows what leads on within the server's own address, method and body kept, and to the same host by https instead of http. Another redirect
 * comes back as the answer: a key in a header of its own, and the whole conversation, would go there with it.
 */
async function fetchThere(address: string, init: RequestInit): Promise<Response> {
  let at = new URL(address)
  for (let followed = 0; ; followed += 1) {
    const response = await fetch(at, { ...init, redirect: 'manual' })
    const to = [307, 308].includes(response.status)
      ? URL.parse(response.headers.get('location') ?? '', at.href)
      : null
    const secured = at.protocol === 'http:' && to?.protocol === 'https:' && to.hostname === at.hostname
    if (to === null || followed === maxRedirects || !(to.origin === at.origin || secured))
      return limited(response)
    await response.body?.cancel()
    at = to
  }
}

/**
 * A client for a provider; loads the library at the first call, which takes a moment. The library would also take
 * addresses, organisation and further headers from the environment, and describe the machine to the server: here only
 * what was configured is sent. Retries are not the client's.
 */
export async function connect({ provider, key, headers: own }: Endpoint): Promise<OpenAI> {
  const { default: Client } = await import('openai')
  // Local servers want no key, but the client does.
  const apiKey = key === '' ? 'none' : key
  const authorization = `Bearer ${apiKey}`
  return new Client({
    apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL: provider.base_url,
    ...(provider.query_params && { defaultQuery: provider.query_params }),
    maxRetries: 0,
    timeout: headersTimeoutMs,
    logLevel: 'off',
    fetch: (input, init) => {
      const accept = new Headers(init?.headers).get('accept') ?? '*/*'
      const headers = new Headers({ authorization, 'user-agent': 'countersign' })
      for (const [name, value] of Object.entries(own)) headers.set(name, value)
      headers.set('accept', accept)
      if (init?.body) headers.set('content-type', 'application/json')
      return fetchThere(String(input instanceof Request ? input.url : input), { ...init, headers })
    },
  })
}
