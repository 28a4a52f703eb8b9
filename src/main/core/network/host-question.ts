/** How a client reaches out: a plain HTTP request, a tunnel asked for with CONNECT, or SOCKS5. */
export type HostProtocol = 'http' | 'connect' | 'socks5'

/** A connection that waits for a person. `host` is normalised (see host-rules). */
export interface HostQuestion {
  readonly host: string
  readonly port: number
  readonly protocol: HostProtocol
}

/**
 * Asks a person about a host that no grant covers. Resolves to `deny` for everything but an explicit yes. The signal
 * aborts when the wait is over (time, run ended); what comes back then no longer counts.
 */
export type AskHost = (question: HostQuestion, signal: AbortSignal) => Promise<'allow' | 'deny'>
