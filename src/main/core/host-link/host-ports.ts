import type { EngineNotice } from '../engine/engine-service'

/** One connection to a port of a host's, as the host's engine carries it; `data` is base64. See `streamChannels`. */
export interface PortCalls {
  open(): Promise<string>
  read(stream: string): Promise<{ readonly data: string; readonly over: boolean }>
  write(stream: string, data: string, last: boolean): Promise<void>
  end(stream: string): Promise<void>
}

/** A port of this machine's loopback whose connections are carried elsewhere, until `close`. */
export interface CarriedPort {
  readonly port: number
  close(): void
}

/** Opens one. */
export type CarryPort = (calls: PortCalls) => Promise<CarriedPort>

interface Place {
  readonly sessionId: string
  readonly callId: string
  readonly port: number
}

/**
 * The ports of hosts that a person has opened on this machine. Each ends with what listens there, with its session, and with the line to its host: none
 * stays open to lead to something else.
 */
export class HostPorts {
  readonly #carry: CarryPort
  readonly #open = new Map<string, Place & { readonly made: Promise<CarriedPort> }>()

  constructor(carry: CarryPort) {
    this.#carry = carry
  }

  /** The address on this machine at which a port of a host is; the same one while it is open. Rejects where none can be opened. */
  async open(place: Place, calls: PortCalls): Promise<string> {
    const key = JSON.stringify([place.sessionId, place.callId, place.port])
    const entry = this.#open.get(key) ?? { ...place, made: this.#carry(calls) }
    this.#open.set(key, entry)
    try {
      return `http://127.0.0.1:${String((await entry.made).port)}/`
    } catch (error) {
      this.#open.delete(key)
      throw error
    }
  }

  /** Ends those that a notice says lead nowhere any more. */
  follow(notice: EngineNotice): void {
    if (notice.kind === 'removed') this.end(({ sessionId }) => sessionId === notice.sessionId)
    if (notice.kind !== 'event') return
    const { sessionId, event } = notice.event
    if (event.type !== 'command.ports' && event.type !== 'command.finished') return
    const left = event.type === 'command.ports' ? event.ports : []
    this.end(
      (each) => each.sessionId === sessionId && each.callId === event.callId && !left.includes(each.port),
    )
  }

  /** Ends those for which this holds. */
  end(which: (place: Place) => boolean): void {
    for (const [key, { made, ...place }] of this.#open) {
      if (!which(place)) continue
      this.#open.delete(key)
      made.then(
        (carried) => {
          carried.close()
        },
        () => undefined,
      )
    }
  }
}
