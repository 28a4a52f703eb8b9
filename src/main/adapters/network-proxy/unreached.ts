import { AsyncLocalStorage } from 'node:async_hooks'
import type { Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ResolveName } from './guarded-lookup'

/** sandbox-runtime's proxies wait so long for a connection. */
const patienceMs = 30_000
/** So many places are told of in the end. */
const mostTold = 8

/** Of RFC 1928: an answer that names an IPv4 address, and its code for a host that was not reached. */
const socksReply = { length: 10, unreachable: 4 } as const

/** What was allowed and could not be reached, in words, of one proxy. */
export interface Unreached {
  /** The same resolver, whose failures are remembered. */
  readonly resolve: ResolveName
  /** A client's connection is let through to a place from now on; without one, that of the SOCKS client which asks now. */
  dialling(client: object | undefined, place: { readonly host: string; readonly target: string }): void
  /** Has the server say why, to a client that would be told no more than 502. */
  speak(http: Server): void
  /** Serves a SOCKS client, whose protocol has no words for why: it is only remembered. */
  serveSocks(client: Duplex, serve: () => void): void
  /** Each place once, with why. */
  told(): readonly string[]
}

/**
 * Follows what a proxy dials. Its server answers a failure with a bare 502, which reads as a word of the host's own; the sandbox then says that the
 * host was allowed, and what was in the way: no name, no answer in time, or no connection.
 */
export function followUnreached(resolve: ResolveName): Unreached {
  const nameless = new Set<string>()
  const dialled = new WeakMap<object, { host: string; target: string; since: number }>()
  const failed = new Map<string, string>()
  // The library's filter is not told whose connection it judges.
  const asking = new AsyncLocalStorage<object>()
  const why = (client: object): string | undefined => {
    const place = dialled.get(client)
    if (!place) return undefined
    const reason = nameless.has(place.host)
      ? 'its name was not found'
      : performance.now() - place.since < patienceMs
        ? 'it takes no connection'
        : 'it did not answer in time'
    if (failed.size < mostTold || failed.has(place.target)) failed.set(place.target, reason)
    return `allowed, but not reached: ${reason}`
  }
  return {
    async resolve(name) {
      nameless.add(name)
      const addresses = await resolve(name)
      if (addresses.length > 0) nameless.delete(name)
      return addresses
    },
    dialling(client = asking.getStore(), place) {
      if (client) dialled.set(client, { ...place, since: performance.now() })
    },
    speak(http) {
      http.prependListener('connect', (_: unknown, client: Duplex) => {
        const end = client.end.bind(client) as (...given: unknown[]) => Duplex
        client.end = (...given: unknown[]) => {
          const said = typeof given[0] === 'string' && given[0].startsWith('HTTP/1.1 502') && why(client)
          return said ? end(`HTTP/1.1 502 Countersign: ${said}\r\n\r\n`) : end(...given)
        }
      })
      http.prependListener('request', (request, reply) => {
        const end = reply.end.bind(reply) as (...given: unknown[]) => typeof reply
        // A host's own answer is piped, and ends with no text.
        reply.end = (...given: unknown[]) => {
          const said = reply.statusCode === 502 && given[0] === 'Bad Gateway' && why(request.socket)
          return said ? end(`Countersign: ${said}\n`) : end(...given)
        }
      })
    },
    serveSocks(client, serve) {
      const emit = client.emit.bind(client) as (...given: unknown[]) => boolean
      const write = client.write.bind(client) as (...given: unknown[]) => boolean
      client.emit = (...given: unknown[]) => asking.run(client, () => emit(...given))
      client.write = (...given: unknown[]) => {
        const [said] = given
        // The answer to the request; what follows it is the host's.
        if (Buffer.isBuffer(said) && said.length === socksReply.length) {
          Reflect.deleteProperty(client, 'write')
          if (said[1] === socksReply.unreachable) why(client)
        }
        return write(...given)
      }
      asking.run(client, serve)
    },
    told: () => [...failed].map(([target, reason]) => `${target} was allowed, but not reached: ${reason}`),
  }
}
