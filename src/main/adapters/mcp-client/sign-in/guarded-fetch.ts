import { lookup } from 'node:dns/promises'
import { classifyAddress, type AddressClass } from '../../../core/network/address-class'
import { parseIpv4, parseIpv6 } from '../../../core/network/ip-address'

/** A piece of what signing in needs is never so large, in bytes, nor takes so long. */
const maxAnswer = 1024 * 1024
const maxMs = 20_000

/** What a sign-in could not do, as a sentence for a person. */
export class SignInError extends Error {
  override readonly name = 'SignInError'
}

/** Asks the addresses that a server names, as far as it may name them. */
export interface GuardedFetch {
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>
  /** Throws SignInError for an address that a person must not be sent to. */
  check(url: URL): Promise<void>
  /** What was refused so far, in sentences: libraries go on after a refusal, and fail with less telling words. */
  readonly refused: readonly string[]
}

async function classesOf({ hostname }: URL): Promise<ReadonlySet<AddressClass>> {
  const name = hostname.replace(/^\[|\]$/g, '')
  const found = await lookup(name, { all: true }).catch(() => {
    throw new SignInError(`The name ${name.slice(0, 200)} leads nowhere.`)
  })
  return new Set(
    found.map(({ address }) => {
      const read = parseIpv4(address) ?? parseIpv6(address)
      return read ? classifyAddress(read) : 'reserved'
    }),
  )
}

/**
 * Where a sign-in to the server at `serverUrl` may lead: to the server's own origin; by https to public addresses, and to private
 * or loopback ones where the server itself is there; by http to the loopback alone, where the server itself is there. No redirect
 * is followed. A server cannot have the engine look round in networks that it is not in itself.
 */
export function guardedFetch(serverUrl: string): GuardedFetch {
  const own = new URL(serverUrl)
  let ownClasses: Promise<ReadonlySet<AddressClass>> | undefined
  const refused: string[] = []
  const refuse = (what: string): never => {
    refused.push(what)
    throw new SignInError(what)
  }
  const check = async (url: URL): Promise<void> => {
    const shown = `${url.protocol}//${url.host}`.slice(0, 300)
    if (url.username !== '' || url.password !== '')
      refuse(`It names an address with a password in it (${url.host}).`)
    if (url.origin === own.origin && url.origin !== 'null') return
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      refuse(`It names the address ${shown}; expected https.`)
    ownClasses ??= classesOf(own)
    const [mine, theirs] = [await ownClasses, await classesOf(url)]
    const isLocal =
      [...theirs].every((each) => each === 'loopback') && [...mine].every((each) => each === 'loopback')
    if (url.protocol === 'http:' && !isLocal) refuse(`It names the address ${shown}; expected https.`)
    for (const kind of theirs) {
      const shared = mine.has(kind) && (kind === 'private' || kind === 'loopback')
      if (kind !== 'public' && !shared)
        refuse(`It names the address ${shown}, which is ${kind}; expected a public one.`)
    }
  }
  return {
    refused,
    check,
    fetch: async (address, init) => {
      const url = new URL(address)
      await check(url)
      const signal = AbortSignal.any([AbortSignal.timeout(maxMs), ...(init?.signal ? [init.signal] : [])])
      const response = await fetch(url, { ...init, signal, redirect: 'manual' })
      if (response.status >= 300 && response.status < 400) {
        await response.body?.cancel()
        refuse(`${url.host} leads on to another address, which is not followed.`)
      }
      const { status, statusText, headers } = response
      return new Response(await boundedText(response, refuse), { status, statusText, headers })
    },
  }
}

/** The whole answer, as far as one may be long; null where its status allows none. */
async function boundedText(
  response: Response,
  refuse: (what: string) => never,
): Promise<Uint8Array<ArrayBuffer> | null> {
  if ([101, 204, 205, 304].includes(response.status) || !response.body) return null
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body as AsyncIterable<Uint8Array>) {
    size += part.byteLength
    if (size > maxAnswer) refuse('An answer was longer than 1 MB.')
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
