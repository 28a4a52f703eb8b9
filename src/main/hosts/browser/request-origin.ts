import type { IncomingHttpHeaders } from 'node:http'

/**
 * Whether a request was meant for this server and comes from its own page. The Host must name 127.0.0.1 with our port: a
 * rebound DNS name does not, nor does localhost, which browsers look for at [::1] first, where our port is anybody's. An
 * Origin must be the one of that Host, and must be there at all where
 * `origin` is `required` (POST and the WebSocket upgrade, which browsers always mark).
 */
export function isOwnRequest(
  headers: IncomingHttpHeaders,
  port: number,
  origin: 'required' | 'optional',
): boolean {
  const host = headers.host
  if (host !== `127.0.0.1:${port}`) return false
  if (headers.origin === undefined) return origin === 'optional'
  return headers.origin === `http://${host}`
}
