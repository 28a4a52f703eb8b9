import type { ZodError, ZodType } from 'zod'
import type { InputLine } from '../protocol/line-splitter'
import type { MessageWriter } from '../protocol/message-writer'
import { readObjects, type Fields } from '../protocol/read-objects'
import { clientRequests } from './protocol/client-requests'
import { errorCodes, RequestError, toWireError } from './request-error'

/** What became of a request of ours. `gone`: the client ended before it answered. */
export type ClientAnswer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'error' | 'gone' }

type Id = string | number

/** What answers each request of a protocol, by its name. A thrown error becomes a JSON-RPC error with its reason. */
export type Handlers = Readonly<Record<string, (params: never) => object | Promise<object>>>

/** The requests of a protocol with what their parameters must be, and how it refuses what is none of them. */
export interface Protocol {
  readonly requests: Readonly<Record<string, { readonly params: ZodType }>>
  readonly unknown: (method: string) => RequestError
  readonly badParams: (method: string, problems: string) => RequestError
}

const firstProtocol: Protocol = {
  requests: clientRequests,
  unknown: (method) =>
    new RequestError(
      `Invalid request: there is no method ${JSON.stringify(method.slice(0, 100))}; expected one of: ${Object.keys(clientRequests).join(', ')}`,
    ),
  badParams: (method, problems) => new RequestError(`Invalid request: ${method}: ${problems}`),
}

/** So many requests may be in work at once before no more are read. */
const maxInWork = 256
const maxIdLength = 200

const isId = (value: unknown): value is Id =>
  (typeof value === 'string' && value.length <= maxIdLength) || Number.isSafeInteger(value)

/**
 * The JSON-RPC side of one client (docs/spec/wire.md): reads lines, checks them, calls the handlers, matches answers to our
 * own requests. Whatever comes in, it never throws, and nothing but a readable answer to an open request resolves one.
 */
export class Connection {
  readonly #writer: MessageWriter
  readonly #handlers: Handlers
  readonly #protocol: Protocol
  readonly #asked = new Map<Id, (answer: ClientAnswer) => void>()
  readonly #inWork = new Set<Id>()
  readonly #roomFor = new Set<() => void>()
  #nextId = 0
  #initialized = false

  constructor(writer: MessageWriter, handlers: Handlers, protocol: Protocol = firstProtocol) {
    this.#writer = writer
    this.#handlers = handlers
    this.#protocol = protocol
  }

  /** Whether the client has initialized. */
  get initialized(): boolean {
    return this.#initialized
  }

  /** Takes over from a connection that has answered the client's initialize. */
  takeOver(): void {
    this.#initialized = true
  }

  /** Takes lines as they come in. */
  receive(lines: readonly InputLine[]): void {
    readObjects(lines, {
      take: (fields) => {
        this.#take(fields)
      },
      refuse: (code, message) => {
        this.#refuse(code, message)
      },
    })
  }

  /**
   * Asks the client. The answer is `gone` when the connection ends first; once forgotten it never comes, and the client
   * is told that nobody waits for it.
   */
  ask(
    method: string,
    params: object,
  ): { readonly id: Id; readonly answer: Promise<ClientAnswer>; readonly forget: () => void } {
    const id = this.#nextId++
    const answer = new Promise<ClientAnswer>((resolve) => {
      this.#asked.set(id, resolve)
      this.#writer.send({ method, id, params })
    })
    return { id, answer, forget: () => this.#asked.delete(id) }
  }

  /** Resolves when more requests can be taken on. */
  room(): Promise<void> {
    if (this.#inWork.size < maxInWork) return Promise.resolve()
    return new Promise((resolve) => this.#roomFor.add(resolve))
  }

  /** The client is gone: nothing that it was asked will be answered. */
  end(): void {
    for (const resolve of this.#asked.values()) resolve({ kind: 'gone' })
    this.#asked.clear()
  }

  #take(fields: Fields): void {
    if (Object.hasOwn(fields, 'method')) this.#called(fields)
    else if (Object.hasOwn(fields, 'result') || Object.hasOwn(fields, 'error')) this.#answered(fields)
    else
      this.#refuse(
        errorCodes.invalid,
        'Invalid request: expected "method" (a request or notification), or "id" with "result" or "error" (an answer)',
        fields.id,
      )
  }

  #called({ id, method, params }: Fields): void {
    if (typeof method !== 'string') {
      this.#refuse(errorCodes.invalid, 'Invalid request: "method" must be a string', id)
      return
    }
    // A notification: there is none that we act on but `initialized`, which changes nothing.
    if (id === undefined) return
    if (!isId(id)) {
      this.#refuse(errorCodes.invalid, 'Invalid request: "id" must be a string or a whole number')
      return
    }
    if (this.#inWork.has(id)) {
      // Under that id it would look like the answer to the first.
      this.#refuse(
        errorCodes.invalid,
        `Invalid request: id ${JSON.stringify(id)} is that of a request which is not answered yet`,
      )
      return
    }
    this.#run(id, method, params)
  }

  #run(id: Id, method: string, params: unknown): void {
    try {
      const result = this.#handle(method, params)
      if (!(result instanceof Promise)) {
        this.#writer.send({ id, result })
        return
      }
      this.#inWork.add(id)
      result
        .then(
          (value) => {
            this.#writer.send({ id, result: value })
          },
          (error: unknown) => {
            this.#writer.send({ error: toWireError(error), id })
          },
        )
        .finally(() => {
          this.#inWork.delete(id)
          for (const resolve of this.#roomFor) resolve()
          this.#roomFor.clear()
        })
    } catch (error) {
      this.#writer.send({ error: toWireError(error), id })
    }
  }

  #handle(method: string, params: unknown): object | Promise<object> {
    const known = Object.hasOwn(this.#protocol.requests, method) ? this.#protocol.requests[method] : undefined
    const handler = this.#handlers[method]
    if (!known || !handler) throw this.#protocol.unknown(method)
    if (!this.#initialized && method !== 'initialize')
      throw new RequestError(`Not initialized; expected "initialize" before ${method}`)
    if (this.#initialized && method === 'initialize')
      throw new RequestError('Already initialized; expected "initialize" only once')
    const checked = known.params.safeParse(params ?? {})
    if (!checked.success) throw this.#protocol.badParams(method, problemsOf(checked.error))
    if (method === 'initialize') this.#initialized = true
    // The table above has just shown that these are the method's own parameters.
    return handler(checked.data as never)
  }

  #answered({ id, result, error }: Fields): void {
    const resolve = isId(id) ? this.#asked.get(id) : undefined
    if (!isId(id) || !resolve) {
      this.#refuse(
        errorCodes.invalid,
        `Invalid request: no request with id ${JSON.stringify(id ?? null)} waits for an answer`.slice(0, 300),
      )
      return
    }
    this.#asked.delete(id)
    resolve(error === undefined || error === null ? { kind: 'result', result } : { kind: 'error' })
  }

  #refuse(code: number, message: string, id?: unknown): void {
    this.#writer.send({ error: { code, message }, id: isId(id) && !this.#inWork.has(id) ? id : null })
  }
}

/** What is wrong with parameters, in one line: where, and what was expected there. */
function problemsOf(error: ZodError): string {
  const shown = error.issues.slice(0, 5).map((issue) => {
    const where = issue.path.map(String).join('.')
    return where === '' ? issue.message : `${where}: ${issue.message}`
  })
  const more = error.issues.length - shown.length
  return `${shown.join('; ')}${more > 0 ? `; and ${String(more)} more` : ''}`.slice(0, 2000)
}
