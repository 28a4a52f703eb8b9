import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request was meant for this server and comes from its own page. The Host must be `host`, this start's name with our port: a rebound
 * DNS name is not, nor is another name for the loopback, whose pages somebody else may have shown before. An Origin must be the one of that
 * Host, and must be there at all where `origin` is `required` (POST and the WebSocket upgrade, which browsers always mark).
 */
export function isOwnRequest(
  headers: IncomingHttpHeaders,
  host: string,
  origin: 'required' | 'optional',
): boolean {
  if (headers.host !== host) return false
  if (headers.origin === undefined) return origin === 'optional'
  return headers.origin === `http://${host}`
}
