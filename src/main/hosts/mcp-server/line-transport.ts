import type { Readable } from 'node:stream'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import {
  InitializeRequestSchema,
  JSONRPCMessageSchema,
  type JSONRPCMessage,
  type RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import { LineSplitter, type InputLine } from '../protocol/line-splitter'
import type { MessageWriter } from '../protocol/message-writer'
import { lineCodes, readObjects, type Fields } from '../protocol/read-objects'

/** A line may be so long; a longer one is refused without being held. */
const maxLine = 64 * 1024 * 1024

const isId = (value: unknown): value is RequestId => typeof value === 'string' || Number.isSafeInteger(value)

/**
 * One MCP client on a pair of streams. The SDK's own transport drops what it cannot read, so that a request of ours
 * answered badly would wait for ever; here such an answer is an error, and every bad message is told to the client.
 * Nothing but `ping` is taken before `initialize`, and that only once. `ended` resolves when the input has ended.
 */
export class LineTransport implements Transport {
  onclose?: (() => void) | undefined
  onerror?: ((error: Error) => void) | undefined
  onmessage?: ((message: JSONRPCMessage) => void) | undefined
  readonly ended: Promise<void>
  readonly #input: Readable
  readonly #writer: MessageWriter
  readonly #asked = new Set<RequestId>()
  readonly #inWork = new Set<RequestId>()
  #initialized = false
  #end: () => void = () => undefined

  constructor(input: Readable, writer: MessageWriter) {
    this.#input = input
    this.#writer = writer
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  /** Begins to read. */
  start(): Promise<void> {
    void this.#readAll().finally(() => {
      this.#end()
    })
    return Promise.resolve()
  }

  /** Queues one message; resolves at once. */
  send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) {
      if ('id' in message) this.#asked.add(message.id)
    } else if (message.id !== undefined) this.#inWork.delete(message.id)
    this.#writer.send(message)
    return Promise.resolve()
  }

  /** Stops reading. */
  close(): Promise<void> {
    this.#input.destroy()
    this.onclose?.()
    return Promise.resolve()
  }

  async #readAll(): Promise<void> {
    const splitter = new LineSplitter(maxLine)
    try {
      for await (const piece of this.#input) {
        this.#receive(splitter.push(piece as Uint8Array))
        await this.#writer.room()
      }
      this.#receive(splitter.end())
    } catch (error) {
      // An input that breaks is the end of the client, as its plain end is.
      if (!this.#input.destroyed) this.onerror?.(error instanceof Error ? error : new Error(String(error)))
    }
  }

  #receive(lines: readonly InputLine[]): void {
    readObjects(lines, {
      take: (fields) => {
        this.#take(fields)
      },
      refuse: (code, message) => {
        this.#refuse(code, message)
      },
    })
  }

  #take(fields: Fields): void {
    if (Object.hasOwn(fields, 'method')) this.#called(fields)
    else this.#answered(fields)
  }

  #called(fields: Fields): void {
    const { id, method } = fields
    const read = JSONRPCMessageSchema.safeParse(fields)
    if (!read.success) {
      this.#refuse(
        lineCodes.invalid,
        'Invalid request: expected jsonrpc "2.0", a method, params that are an object, and for a request an id',
        id,
      )
      return
    }
    const problem = id === undefined ? undefined : this.#outOfPlace(fields)
    if (problem !== undefined) {
      this.#refuse(lineCodes.invalid, problem, id)
      return
    }
    if (isId(id)) this.#inWork.add(id)
    if (method === 'initialize') this.#initialized ||= InitializeRequestSchema.safeParse(fields).success
    // A request that is cancelled gets no answer that would take its id back.
    if (method === 'notifications/cancelled') {
      const { requestId } = (fields['params'] ?? {}) as { readonly requestId?: unknown }
      if (isId(requestId)) this.#inWork.delete(requestId)
    }
    this.onmessage?.(read.data)
  }

  #outOfPlace({ id, method }: Fields): string | undefined {
    if (isId(id) && this.#inWork.has(id))
      return `Invalid request: id ${JSON.stringify(id).slice(0, 200)} is that of a request which is not answered yet`
    if (method === 'initialize')
      return this.#initialized ? 'Already initialized; expected "initialize" only once' : undefined
    if (this.#initialized || method === 'ping') return undefined
    return `Not initialized; expected "initialize" before ${String(method).slice(0, 100)}`
  }

  #answered(fields: Fields): void {
    const { id } = fields
    if (!isId(id) || !this.#asked.delete(id)) {
      this.#refuse(
        lineCodes.invalid,
        `Invalid request: no request with id ${JSON.stringify(id ?? null).slice(0, 200)} waits for an answer`,
      )
      return
    }
    const read = JSONRPCMessageSchema.safeParse(fields)
    const both = Object.hasOwn(fields, 'result') && Object.hasOwn(fields, 'error')
    this.onmessage?.(
      read.success && !both
        ? read.data
        : { jsonrpc: '2.0', id, error: { code: lineCodes.invalid, message: 'the answer cannot be read' } },
    )
  }

  #refuse(code: number, message: string, id?: unknown): void {
    const known = isId(id) && !this.#inWork.has(id) ? { id } : {}
    this.#writer.send({ jsonrpc: '2.0', ...known, error: { code, message } })
  }
}
