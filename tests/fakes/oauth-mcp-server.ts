import { createHash, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'

/** What of it is otherwise than it should be. */
export interface OAuthManner {
  /** Put into the metadata of the authorization server. */
  readonly metadata?: Readonly<Record<string, unknown>>
  /** Named in place of its own authorization server. */
  readonly authorizationServer?: string
  /** Where asking for the metadata is sent on to. */
  readonly metadataRedirect?: string
  /** Its metadata goes on without end. */
  readonly endless?: boolean
  /** Sent back with the person as `iss`. */
  readonly iss?: string
  /** Wants codes at another name of its own, `localhost`. */
  readonly codesByName?: true
  /** Sends its own address back as `iss`. */
  readonly ownIss?: true
  /** Once the token was taken, says that its sign-in is described there. */
  readonly describedAt?: string
  /** Seconds that a token is good for. */
  readonly expiresIn?: number
}

const json = (response: ServerResponse, status: number, body: unknown, headers = {}): void => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
): Promise<{ server: Server; origin: string }> {
  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      if (!response.headersSent) json(response, 500, { error: String(error) })
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return { server, origin: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}` }
}

/** An MCP server with one tool, that wants a token, and the authorization server that gives them, both on the loopback. */
export async function startOAuthServer(manner: OAuthManner = {}) {
  const good = new Set<string>()
  const refresh = new Set<string>()
  const codes = new Map<string, { challenge: string; redirect: string }>()
  const asked: string[] = []
  const fresh = (set: Set<string>): string => {
    const value = `secret-${randomBytes(12).toString('hex')}`
    set.add(value)
    return value
  }
  const give = (): object => ({
    access_token: fresh(good),
    refresh_token: fresh(refresh),
    token_type: 'Bearer',
    expires_in: manner.expiresIn ?? 3600,
  })

  const auth = await listen(async (request, response) => {
    const url = new URL(request.url ?? '/', auth.origin)
    asked.push(`auth ${request.method ?? ''} ${url.pathname}`)
    const form = new URLSearchParams(request.method === 'POST' ? await text(request) : '')
    switch (url.pathname) {
      case '/.well-known/oauth-authorization-server':
        if (manner.metadataRedirect !== undefined) {
          response.writeHead(302, { location: manner.metadataRedirect }).end()
          return
        }
        if (manner.endless === true) {
          response.writeHead(200, { 'content-type': 'application/json' })
          const more = (): void => {
            while (!response.destroyed && response.write('{"a":'.repeat(10_000)));
          }
          response.on('drain', more)
          more()
          return
        }
        json(response, 200, {
          issuer: auth.origin,
          authorization_endpoint: `${auth.origin}/authorize`,
          token_endpoint: `${auth.origin}/token`,
          registration_endpoint: `${auth.origin}/register`,
          response_types_supported: ['code'],
          grant_types_supported: ['authorization_code', 'refresh_token'],
          code_challenge_methods_supported: ['S256'],
          token_endpoint_auth_methods_supported: ['none'],
          ...(manner.codesByName === true && {
            token_endpoint: `${auth.origin.replace('127.0.0.1', 'localhost')}/token`,
          }),
          ...manner.metadata,
        })
        return
      case '/register': {
        const wanted = [...form.keys()][0] ?? '{}'
        json(response, 201, { ...(JSON.parse(wanted) as object), client_id: 'client-1' })
        return
      }
      case '/authorize': {
        const redirect = url.searchParams.get('redirect_uri') ?? ''
        const code = fresh(new Set())
        codes.set(code, { challenge: url.searchParams.get('code_challenge') ?? '', redirect })
        const back = new URL(redirect)
        back.searchParams.set('code', code)
        back.searchParams.set('state', url.searchParams.get('state') ?? '')
        if (manner.ownIss === true) back.searchParams.set('iss', auth.origin)
        if (manner.iss !== undefined) back.searchParams.set('iss', manner.iss)
        response.writeHead(302, { location: back.href }).end()
        return
      }
      case '/token': {
        if (form.get('grant_type') === 'refresh_token') {
          const known = refresh.delete(form.get('refresh_token') ?? '')
          json(response, known ? 200 : 400, known ? give() : { error: 'invalid_grant' })
          return
        }
        const code = codes.get(form.get('code') ?? '')
        codes.delete(form.get('code') ?? '')
        const digest = createHash('sha256')
          .update(form.get('code_verifier') ?? '')
          .digest('base64url')
        const right = code?.challenge === digest && code.redirect === form.get('redirect_uri')
        json(response, right ? 200 : 400, right ? give() : { error: 'invalid_grant' })
        return
      }
      default:
        json(response, 404, {})
    }
  })

  const mcp = await listen(async (request, response) => {
    const url = new URL(request.url ?? '/', mcp.origin)
    if (url.pathname === '/.well-known/oauth-protected-resource/mcp') {
      json(response, 200, {
        resource: `${mcp.origin}/mcp`,
        authorization_servers: [manner.authorizationServer ?? auth.origin],
      })
      return
    }
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    if (!good.has(token)) {
      const usual = `${mcp.origin}/.well-known/oauth-protected-resource/mcp`
      const at = token === '' ? usual : (manner.describedAt ?? usual)
      const where = `Bearer resource_metadata="${at}"`
      json(response, 401, {}, { 'www-authenticate': where })
      return
    }
    if (request.method !== 'POST') {
      json(response, 405, {})
      return
    }
    const server = new McpServer({ name: 'tracker', version: '1.0.0' })
    server.registerTool('whoami', { description: 'Says who you are' }, () => ({
      content: [{ type: 'text', text: 'ada' }],
    }))
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
    await server.connect(transport)
    await transport.handleRequest(request, response)
  })

  return {
    url: `${mcp.origin}/mcp`,
    auth: auth.origin,
    /** What the authorization server was asked, in order. */
    asked,
    /** Takes every token back; those to renew with stay. */
    expire: () => {
      good.clear()
    },
    /** Takes back what tokens are renewed with. */
    revoke: () => {
      good.clear()
      refresh.clear()
    },
    close: async () => {
      for (const { server } of [auth, mcp]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}
