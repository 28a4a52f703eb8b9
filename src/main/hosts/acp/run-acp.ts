import type { Readable, Writable } from 'node:stream'
import type { Stream } from '@agentclientprotocol/sdk'
import { Engines } from '../cli/engines'
import type { EngineChoice } from '../cli/composed-engine'
import type { ProgramEnd } from '../program-end'
import { endClient, endTogether } from '../protocol/client-end'
import { MessageWriter } from '../protocol/message-writer'
import { LineSplitter, type InputLine } from '../protocol/line-splitter'
import { readObjects } from '../protocol/read-objects'
import { AcpHost, type AcpEngine } from './acp-host'

/** What the agent is run with. `complain` takes a line for whoever runs it; standard output is the protocol's. */
export interface AcpRun {
  readonly input: Readable
  readonly output: Writable
  readonly version: string
  readonly end: Omit<ProgramEnd, 'exit'>
  readonly complain: (text: string) => void
  readonly compose: (choice: EngineChoice) => Promise<AcpEngine>
}

/**
 * Serves one ACP client (docs/spec/acp.md) until its input ends, its output breaks or the program is stopped. Then what waits is
 * denied, what runs is stopped, the records are flushed, and it resolves with the exit code: 0, or 130 when it was stopped.
 */
export async function runAcp({ input, output, version, complain, ...run }: AcpRun): Promise<number> {
  const writer = new MessageWriter(output)
  const engines = new Engines(run.compose)
  const agent = new AcpHost({ version, engines, congested: () => writer.congested })
  const stream = acpStream(input, writer)
  endTogether(input, output, run.end)
  const connection = agent.app.connect(stream)
  await stream.ended
  agent.drop()
  const close = async (): Promise<void> => {
    await engines.close()
    connection.close()
  }
  return endClient(run.end, writer, close, { error: complain })
}

type Message = Stream['readable'] extends ReadableStream<infer M> ? M : never

/** A line may be so long (a picture in a prompt); a longer one is refused without being held. */
const maxLine = 64 * 1024 * 1024

/**
 * One ACP client on a pair of streams, as the SDK has them. The SDK's own takes lines of any length, and keeps in memory what a client
 * does not read; these are bounded. What is no message is answered with the reason. `ended` resolves when the input has ended.
 */
function acpStream(input: Readable, writer: MessageWriter): Stream & { readonly ended: Promise<void> } {
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
