import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { sameText } from '../same-text'

/** What became of one attempt to exchange the token. `granted` carries the page's secret and happens once. */
export type Exchange =
  | { readonly kind: 'granted'; readonly secret: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'limited' }

/**
 * Who may use the bridge: the holder of the printed token, once, and after that the holder of the secret. The page keeps
 * the secret in its origin's storage and says it itself: browsers send a cookie to every port of the address.
 */
export interface Access {
  /** 256 bits, base64url; printed in the address and worth nothing after the exchange. */
  readonly token: string
  exchange(offered: string): Exchange
  /** Whether a Sec-WebSocket-Protocol header names the secret. False before the exchange, and for undefined. */
  admits(protocols: string | undefined): boolean
}

const maxRefusals = 20

/** A fresh token and secret. After 20 refusals every further attempt is `limited`, the right token's too. */
export function createAccess(): Access {
  const token = randomBytes(32).toString('base64url')
  const secret = randomBytes(32).toString('base64url')
  let exchanged = false
  let refusals = 0
  return {
    token,
    exchange(offered) {
      if (refusals >= maxRefusals) return { kind: 'limited' }
      if (!sameText(offered, token) || exchanged) {
        refusals += 1
        return { kind: 'refused' }
      }
      exchanged = true
      return { kind: 'granted', secret }
    },
    admits(protocols) {
      const offered = (protocols ?? '').split(',').map((name) => name.trim())
      return exchanged && offered.some((name) => sameText(name, secret))
    },
  }
}

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
