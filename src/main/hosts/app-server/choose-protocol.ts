import { z } from 'zod'
import type { InputLine } from '../protocol/line-splitter'
import type { Connection } from './client-connection'
import { ClientCapabilities } from './protocol/account-requests'
import { clientRequests } from './protocol/client-requests'
import { readJson } from '../../core/text/read-json'

/** The client's name, as it said it to the first protocol. */
export interface ClientName {
  readonly name: string
  readonly version: string
}

/** The second protocol. `connect` is called once at most; `known` is given when the first has greeted already. */
export interface SecondProtocol {
  readonly connect: (known?: ClientName) => Connection
  readonly knows: (method: string) => boolean
}

/** The two protocols of one client. The second is loaded when it may be the one, since most clients never speak it. */
export interface Protocols {
  readonly first: Connection
  readonly second: () => Promise<SecondProtocol>
}

const Said = z.object({ method: z.string(), params: z.unknown() })
const Initialize = z.object({
  clientInfo: z.object({ name: z.string(), version: z.string() }),
  capabilities: z.record(z.string(), z.unknown()).nullable().optional(),
})

/** Whether an initialize is one that no client of the first protocol sends. */
function isOfSecond({ capabilities }: z.infer<typeof Initialize>): boolean {
  if (capabilities === undefined) return false
  const own = ClientCapabilities.shape
  return capabilities === null || Object.keys(capabilities).some((key) => !Object.hasOwn(own, key))
}

/**
 * Hands a client's lines to the protocol that it speaks (decision 126): by the capabilities of its initialize, or else, when it
 * has said none, by its first request that only one of the two knows. Until then it is the first protocol's.
 */
export class ProtocolChoice {
  readonly #protocols: Protocols
  #current: Connection
  #isChosen = false
  #client: ClientName | undefined

  constructor(protocols: Protocols) {
    this.#protocols = protocols
    this.#current = protocols.first
  }

  /** Takes lines as they come in; the next ones when it has resolved. */
  async receive(lines: readonly InputLine[]): Promise<void> {
    if (this.#isChosen) this.#current.receive(lines)
    else
      for (const line of lines) {
        await this.#look(line)
        this.#current.receive([line])
      }
  }

  /** Resolves when more requests can be taken on. */
  room(): Promise<void> {
    return this.#current.room()
  }

  /** The client is gone. */
  end(): void {
    this.#current.end()
  }

  async #look(line: InputLine): Promise<void> {
    const said = this.#isChosen ? undefined : read(line)
    if (!said) return
    const { first, second } = this.#protocols
    if (!first.initialized) {
      const greeting = said.method === 'initialize' ? Initialize.safeParse(said.params).data : undefined
      this.#client = greeting?.clientInfo
      if (greeting && isOfSecond(greeting)) this.#choose((await second()).connect())
      return
    }
    if (Object.hasOwn(clientRequests, said.method)) {
      this.#isChosen = said.method !== 'initialize'
      return
    }
    if (said.method === 'initialized') return // clients of both say it
    const { connect, knows } = await second()
    if (!knows(said.method)) return
    const connection = connect(this.#client)
    connection.takeOver()
    this.#choose(connection)
  }

  #choose(connection: Connection): void {
    this.#current = connection
    this.#isChosen = true
  }
}

/** Undefined for what is no request or notification; the first protocol says what is wrong with it. */
function read(line: InputLine): z.infer<typeof Said> | undefined {
  return line.kind === 'line' || line.kind === 'unfinished' ? readJson(Said, line.text) : undefined
}
