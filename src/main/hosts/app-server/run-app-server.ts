import type { Readable, Writable } from 'node:stream'
import type { AppServerEngine } from '../cli/composed-engine'
import { closeInTime } from '../close-in-time'
import type { Log } from '../../core/ports'
import type { ProgramEnd } from '../program-end'
import { accountHandlers } from './account-handlers'
import { Connection } from './connection'
import { conversationHandlers } from './conversation-handlers'
import { Conversations } from './conversations'
import { LineSplitter } from '../protocol/line-splitter'
import { machineHandlers } from './machine-handlers'
import { MessageWriter } from '../protocol/message-writer'
import { settingsHandlers } from './settings-handlers'
import type { ClientCapabilities } from './protocol/account-requests'

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
}

/** A client that is gone waits for nothing: closing that takes longer is cut off by the end of the process. */
const closeMs = 1_500
/** A client that ended its input may read on; one that takes nothing for so long does not. */
const patienceMs = 1_000
/** The same for a server that was stopped. */
const lastWordsMs = 200

/**
 * Serves one client over newline-delimited JSON-RPC until its input ends, its output breaks or `stop` is aborted. Then
 * what waits is denied, what runs is stopped, the records are flushed, and it resolves with the exit code: 0, or 130
 * when it was stopped. It never rejects for what a client sends.
 */
export async function runAppServer(run: AppServerRun): Promise<number> {
  const { input, output } = run
  const { stop, unread } = run.end
  const writer = new MessageWriter(output)
  const gone = new AbortController()
  let capabilities: ClientCapabilities = {}
  let engine: ReturnType<typeof start> | undefined

  async function start() {
    const composed = await run.compose()
    const conversations = new Conversations({
      ...composed,
      writer,
      connection,
      capabilities: () => capabilities,
    })
    composed.engine.subscribe((notice) => {
      conversations.take(notice)
    })
    return { ...composed, conversations, writer, stop: gone.signal }
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
    ...settingsHandlers(world),
  })

  const end = (): void => {
    input.destroy()
  }
  output.on('error', end)
  output.on('close', end)
  const ended = AbortSignal.any([stop, unread])
  ended.addEventListener('abort', end, { once: true })
  if (ended.aborted) end()
  await readAll(input, { connection, writer })
  gone.abort(new Error('the client is gone'))
  connection.end()
  const used = engine?.catch(() => undefined)
  const log: Log = {
    error: (...said) => {
      void used?.then((each) => {
        each?.log.error(...said)
      })
    },
  }
  await closeInTime(async () => (await used)?.engine.close(), closeMs, log)
  if (!(await writer.flushed(ended.aborted ? lastWordsMs : patienceMs))) run.end.abandonOutput()
  return stop.aborted ? 130 : 0
}

/** Reads to the end of input, no faster than answers are taken. */
async function readAll(
  input: Readable,
  { connection, writer }: { readonly connection: Connection; readonly writer: MessageWriter },
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
