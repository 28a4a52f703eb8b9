import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What became of one attempt to exchange the token. `granted` carries the cookie's value and happens once. */
export type Exchange =
  | { readonly kind: 'granted'; readonly secret: string }
  | { readonly kind: 'refused' }
  | { readonly kind: 'limited' }

/** Who may use the bridge: the holder of the printed token, once, and after that the holder of the cookie. */
export interface Access {
  /** 256 bits, base64url; printed in the address and worth nothing after the exchange. */
  readonly token: string
  exchange(offered: string): Exchange
  /** Whether a Cookie header carries the secret. False before the exchange, and for undefined. */
  admits(cookieHeader: string | undefined, cookieName: string): boolean
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
    admits(cookieHeader, cookieName) {
      const offered = cookieValues(cookieHeader ?? '', cookieName)
      return exchanged && offered.some((value) => sameText(value, secret))
    },
  }
}

function cookieValues(header: string, name: string): string[] {
  return header
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1))
}

/** Compares digests, so that neither the content nor the length of the secret shows in the time taken. */
function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(left), digest(right))
}
