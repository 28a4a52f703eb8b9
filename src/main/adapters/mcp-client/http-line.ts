import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { McpServer } from '@shared/domain/mcp-server'
import type { ServerLine } from './mcp-connection'
import { guardedFetch } from './sign-in/guarded-fetch'
import type { SignedInServer } from './sign-in/signed-in'

/** A server may send so much in one answer, in bytes. */
const maxAnswer = 64 * 1024 * 1024

const Limited = (): TransformStream<Uint8Array, Uint8Array> => {
  let taken = 0
  return new TransformStream({
    transform(chunk, controller) {
      taken += chunk.byteLength
      if (taken > maxAnswer) controller.error(new Error('it sent more than 64 MB in one answer'))
      else controller.enqueue(chunk)
    },
  })
}

/** Follows no redirect by itself: the library follows those within the server's own address. */
async function limitedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  if (!response.body) return response
  const { status, statusText, headers } = response
  return new Response(response.body.pipeThrough(Limited()), { status, statusText, headers })
}

/** The headers of a server's table; throws an Error with a clause where a variable that it names is not set. */
function headersOf(
  { bearer_token_env_var: bearer, http_headers: plain = {}, env_http_headers: named = {} }: McpServer,
  env: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const valueOf = (variable: string): string => {
    const value = env[variable]
    if (value === undefined || value === '')
      throw new Error(`the environment variable ${variable} is not set`)
    return value
  }
  const fromEnv = Object.entries(named).map(([header, variable]): [string, string] => [
    header,
    valueOf(variable),
  ])
  return {
    ...plain,
    ...Object.fromEntries(fromEnv),
    ...(bearer === undefined ? {} : { Authorization: `Bearer ${valueOf(bearer)}` }),
  }
}

/** These headers without what is configured for the server. */
function without(headers: RequestInit['headers'], own: Readonly<Record<string, string>>): Headers {
  const left = new Headers(headers)
  for (const [name, value] of Object.entries(own)) if (left.get(name) === value) left.delete(name)
  return left
}

/** A way to speak to a server by streamable HTTP. The engine itself asks it: the person's own configuration names it. */
export function openHttp(
  settings: McpServer & { readonly url: string },
  env: Readonly<Record<string, string | undefined>>,
  signedIn?: SignedInServer,
): ServerLine {
  const address = new URL(settings.url)
  const own = headersOf(settings, env)
  const elsewhere = guardedFetch(settings.url)
  let refused = false
  const transport = new StreamableHTTPClientTransport(address, {
    requestInit: { headers: own },
    fetch: async (url, init) => {
      // Where the server says that its sign-in is described, or renewed: what is meant for the server itself is not sent there.
      if (new URL(url).origin !== address.origin)
        return elsewhere.fetch(url, { ...init, headers: without(init?.headers, own) })
      const response = await limitedFetch(url, init)
      if (new URL(url).href === address.href) refused = response.status === 401
      return response
    },
    ...(signedIn && { authProvider: signedIn.provider }),
  })
  const over = 'its sign-in is no good any more; sign in again'
  const isOver = (): boolean => signedIn?.over() === true
  return {
    transport,
    reason: () => (isOver() ? over : undefined),
    wantsSignIn: () => refused || isOver(),
    stderr: () => '',
  }
}
