import type { MachineServer } from '@shared/domain/machine-server'

/** How a client reaches out: a plain HTTP request, a tunnel asked for with CONNECT, or SOCKS5. */
export type HostProtocol = 'http' | 'connect' | 'socks5'

/**
 * A connection that waits for a person. `host` is normalised (see host-rules). `servers`: it leads to this machine's own
 * loopback, and this is what listens there.
 */
export interface HostQuestion {
  readonly host: string
  readonly port: number
  readonly protocol: HostProtocol
  readonly servers?: readonly MachineServer[]
}

/**
 * `allow-below` is a yes by a `*.` rule: the name it covers may not lead into a private network. `unanswered`: nobody
 * could be asked.
 */
export type HostAnswer = 'allow' | 'allow-below' | 'deny' | 'unanswered'

/**
 * Asks the grants in force, and then a person, about a host that the run was not granted. Resolves to no
 * allow without an explicit yes. The signal aborts when the wait is over (time, run ended); what comes back then no
 * longer counts.
 */
export type AskHost = (question: HostQuestion, signal: AbortSignal) => Promise<HostAnswer>
