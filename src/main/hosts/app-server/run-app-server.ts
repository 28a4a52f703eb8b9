import type { Readable, Writable } from 'node:stream'
import type { AppServerEngine } from '../cli/composed-engine'
import type { Log } from '../../core/ports'
import type { ProgramEnd } from '../program-end'
import { accountHandlers } from './account-handlers'
import { ProtocolChoice } from './choose-protocol'
import { Connection } from './connection'
import { conversationHandlers } from './conversation-handlers'
import { Conversations } from './conversations'
import { endClient, endTogether } from '../protocol/client-end'
import { LineSplitter } from '../protocol/line-splitter'
import { machineHandlers } from './machine-handlers'
import { MessageWriter } from '../protocol/message-writer'
import { operationHandlers } from './operation-handlers'
import { settingsHandlers } from './settings-handlers'
import type { ClientCapabilities } from './protocol/account-requests'
import { clientRequests as secondRequests } from '../app-server-v2/protocol/client-requests'
import { secondConnection } from '../app-server-v2/second-connection'

/** A line may be so long; a longer one is refused without being held. */
const maxLine = 64 * 1024 * 1024

/** What the server is run with. `compose` is called at the first request that needs an engine, and once. */
export interface AppServerRun {
  readonly input: Readable
  readonly output: Writable
  readonly version: string
  readonly env: NodeJS.ProcessEnv
  readonly end: Omit<ProgramEnd, 'exit'>
  readonly compose: () => Promise<AppServerEngine>
  /** The folder of the configuration and the records. Throws for a bad environment. */
  readonly home: () => string
}

/**
 * Serves one client over newline-delimited JSON-RPC, in either of the two protocols, until its input ends, its output breaks or `stop` is aborted. Then
 * what waits is denied, what runs is stopped, the records are flushed, and it resolves with the exit code: 0, or 130
 * when it was stopped. It never rejects for what a client sends.
 */
export async function runAppServer(run: AppServerRun): Promise<number> {
  const { input, output } = run
  const writer = new MessageWriter(output)
  const gone = new AbortController()
  let capabilities: ClientCapabilities = {}
  let engine: ReturnType<typeof start> | undefined
  const end = (): void => {
    input.destroy()
  }
  let composing: Promise<AppServerEngine> | undefined
  const compose = () =>
    (composing ??= run.compose().catch((error: unknown) => {
      composing = undefined
      throw error
    }))

  async function start() {
    const composed = await compose()
    const conversations = new Conversations({
      ...composed,
      writer,
      connection,
      capabilities: () => capabilities,
    })
    composed.engine.subscribe((notice) => {
      conversations.take(notice)
    })
    return { ...composed, conversations, writer, end, stop: gone.signal }
  }
  // A composition that failed (a bad config.toml) is tried again by the next request: the file may be mended by then.
  const world = () =>
    (engine ??= start().catch((error: unknown) => {
      engine = undefined
      throw error
    }))
  const connection = new Connection(writer, {
    ...accountHandlers(
      {
        version: run.version,
        env: run.env,
        initialized: (said) => {
          capabilities = said
        },
      },
      world,
    ),
    ...conversationHandlers(world),
    ...machineHandlers(world),
    ...operationHandlers(world),
    ...settingsHandlers(world),
  })

  const client = new ProtocolChoice({
    first: connection,
    second: (known) => {
      const { version, env, home } = run
      const world = { writer, version, env, home, stop: gone.signal, compose }
      return secondConnection(world, known).connection
    },
    isOfSecond: (method) => Object.hasOwn(secondRequests, method),
  })

  endTogether(input, output, run.end)
  await readAll(input, { connection: client, writer })
  gone.abort(new Error('the client is gone'))
  client.end()
  const used = composing?.catch(() => undefined)
  const log: Log = {
    error: (...said) => {
      void used?.then((each) => {
        each?.log.error(...said)
      })
    },
  }
  return endClient(run.end, writer, async () => (await used)?.engine.close(), log)
}

/** Reads to the end of input, no faster than answers are taken. */
async function readAll(
  input: Readable,
  { connection, writer }: { readonly connection: ProtocolChoice; readonly writer: MessageWriter },
): Promise<void> {
  const splitter = new LineSplitter(maxLine)
  try {
    for await (const piece of input) {
      connection.receive(splitter.push(piece as Uint8Array))
      await writer.room()
      await connection.room()
    }
    connection.receive(splitter.end())
  } catch (error) {
    // An input that breaks is the end of the client, as its plain end is.
    if (!input.destroyed) throw error
  }
}
