import type { IncomingMessage, ServerResponse } from 'node:http'
import { encodingsIn, readRendererFile, contentSecurityPolicy } from '../renderer-files'
import { type Access, isOwnRequest } from './access'
import { endWith, exchangeToken } from './token-exchange'

/** What answering a request needs. `host` is what browsers name in the address: this start's name and the port really listened on. */
export interface RouteOptions {
  readonly access: Access
  readonly host: string
  readonly rendererDir: string
}

/**
 * Answers one HTTP request: the token exchange and the renderer's files. The files hold no secrets and are for anyone
 * on this machine; what a page may do, it does over the WebSocket, with its secret. Cookies mean nothing here. Rejects
 * only when the client goes away.
 */
export async function answerHttp(
  request: IncomingMessage,
  response: ServerResponse,
  options: RouteOptions,
): Promise<void> {
  setSecurityHeaders(response)
  const path = pathOf(request)
  const origin = request.method === 'POST' ? 'required' : 'optional'
  if (!isOwnRequest(request.headers, options.host, origin)) {
    endWith(response, 403, 'Forbidden. This window is at the address that was printed and nowhere else.\n')
    return
  }
  // Browsers mark what they fetch to stay with an origin, and a window has none of that kind.
  if (request.headers['service-worker'] !== undefined) {
    endWith(response, 403, 'Forbidden. This window has no service worker.\n')
    return
  }
  if (path === '/auth') {
    if (request.method === 'POST') await exchangeToken(request, response, options.access)
    else refuseMethod(response, 'POST')
    return
  }
  if (request.method !== 'GET') {
    refuseMethod(response, 'GET')
    return
  }
  if (path === '/bridge') {
    response.setHeader('Upgrade', 'websocket')
    endWith(response, 426, 'Upgrade required\n')
    return
  }
  sendFile(response, options.rendererDir, { path, accepted: request.headers['accept-encoding'] })
}

/** The path of a request target, without query. Kept as it was sent: the file resolver judges dots and escapes. */
export function pathOf(request: IncomingMessage): string {
  return (request.url ?? '').split(/[?#]/, 1)[0] ?? ''
}

function sendFile(
  response: ServerResponse,
  root: string,
  { path, accepted }: { readonly path: string; readonly accepted: string | undefined },
): void {
  const file = readRendererFile(root, path, encodingsIn(accepted))
  if (file === undefined) {
    endWith(response, 404, 'Not found\n')
    return
  }
  response.setHeader('Content-Type', file.contentType)
  response.setHeader('Vary', 'Accept-Encoding')
  if (file.encoding !== undefined) response.setHeader('Content-Encoding', file.encoding)
  // The names of assets carry a hash of their content; those of the page, of the app's description and of its icon do not.
  const kept = path.startsWith('/assets/') ? 'private, max-age=31536000, immutable' : 'no-store'
  response.setHeader('Cache-Control', kept)
  response.writeHead(200).end(file.body)
}

function refuseMethod(response: ServerResponse, allowed: string): void {
  response.setHeader('Allow', allowed)
  endWith(response, 405, 'Method not allowed\n')
}

function setSecurityHeaders(response: ServerResponse): void {
  response.setHeader('Content-Security-Policy', contentSecurityPolicy)
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Referrer-Policy', 'no-referrer')
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin')
  response.setHeader('Cross-Origin-Resource-Policy', 'same-origin')
  response.setHeader('Cache-Control', 'no-store')
}
