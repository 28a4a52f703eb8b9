import { FaultError } from '@shared/domain/fault'
import type { OpenPort } from '../run/open-port'

/** The ports that the commands of one session listen on, by the call that started them. */
export class OpenPorts {
  readonly #ports = new Map<string, readonly OpenPort[]>()

  /** Takes the place of what was known of this call; none: it listens nowhere any more. */
  set(callId: string, ports: readonly OpenPort[]): void {
    if (ports.length === 0) this.#ports.delete(callId)
    else this.#ports.set(callId, ports)
  }

  /** Where the port of that call is reached on this machine. Throws FaultError `bad-request` where it is not open (any more). */
  async forward(callId: string, port: number): Promise<{ readonly url: string }> {
    const found = this.#ports.get(callId)?.find((each) => each.port === port)
    if (!found)
      throw new FaultError({
        code: 'bad-request',
        message: `Nothing listens on port ${String(port)} any more.`,
      })
    try {
      return { url: `http://127.0.0.1:${String(await found.forward())}/` }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new FaultError(
        { code: 'bad-request', message: `Port ${String(port)} cannot be opened: ${why}.` },
        error,
      )
    }
  }
}
