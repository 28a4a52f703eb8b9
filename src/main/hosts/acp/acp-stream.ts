import type { Readable } from 'node:stream'
import type { Stream } from '@agentclientprotocol/sdk'
import { LineSplitter, type InputLine } from '../protocol/line-splitter'
import type { MessageWriter } from '../protocol/message-writer'
import { readObjects } from '../protocol/read-objects'

type Message = Stream['readable'] extends ReadableStream<infer M> ? M : never

/** A line may be so long (a picture in a prompt); a longer one is refused without being held. */
const maxLine = 64 * 1024 * 1024

/**
 * One ACP client on a pair of streams, as the SDK has them. The SDK's own takes lines of any length, and keeps in memory what a client
 * does not read; these are bounded. What is no message is answered with the reason. `ended` resolves when the input has ended.
 */
export function acpStream(
  input: Readable,
  writer: MessageWriter,
): Stream & { readonly ended: Promise<void> } {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>()
  const readable = new ReadableStream<Message>({
    async start(controller) {
      const splitter = new LineSplitter(maxLine)
      const receive = (lines: readonly InputLine[]): void => {
        readObjects(lines, {
          take: (fields) => {
            controller.enqueue(fields as unknown as Message)
          },
          refuse: (code, message) => {
            writer.send({ jsonrpc: '2.0', id: null, error: { code, message } })
          },
        })
      }
      try {
        for await (const piece of input) {
          receive(splitter.push(piece as Uint8Array))
          await writer.room()
        }
        receive(splitter.end())
      } catch {
        // An input that breaks is the end of the client, as its plain end is.
      }
      controller.close()
      resolve(undefined)
    },
  })
  const writable = new WritableStream<Message>({
    write(message) {
      writer.send(message)
    },
  })
  return { readable, writable, ended }
}
