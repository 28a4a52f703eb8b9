import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { EngineSocket, FoundEngine } from '../cli/engine-socket'
import { visible } from '../visible'

/** What `countersign attach` needs of the machine. `start` absent: only an engine that is there already. */
export interface AttachWorld {
  find(): Promise<FoundEngine>
  start?(): ReturnType<EngineSocket['start']>
  readonly stdin: NodeJS.ReadStream
  readonly stdout: NodeJS.WriteStream
  complain(text: string): void
  readonly stop: AbortSignal
}

/** An engine comes up in a second; a busy machine needs some. */
const startMs = 30_000
const everyMs = 25
/** What is under way when the client is done may take so long. */
const lastWordsMs = 1_000

/**
 * Joins standard input and output with the engine of this user's home, starting one where there is none, until either side ends. The exit
 * code is 0 where the client ended it, 1 where the engine did or there is none.
 */
export async function runAttach(world: AttachWorld): Promise<number> {
  const found = await engineOf(world).catch((error: unknown) => error as Error)
  if (found instanceof Error) {
    world.complain(`countersign: ${visible(found.message)}\n`)
    return 1
  }
  const { stdin, stdout, stop } = world
  return new Promise((resolve) => {
    const end = (code: number): void => {
      found.destroySoon()
      resolve(code)
    }
    stdin.once('end', () => {
      found.end()
      setTimeout(end, lastWordsMs, 0).unref()
    })
    stdin.once('error', () => {
      end(0)
    })
    found.once('close', () => {
      end(stdin.readableEnded || stop.aborted ? 0 : 1)
    })
    stop.addEventListener('abort', () => {
      end(0)
    })
    stdin.pipe(found)
    found.pipe(stdout, { end: false })
  })
}

async function engineOf(world: AttachWorld): Promise<Socket> {
  const until = performance.now() + startMs
  let starting: Awaited<ReturnType<EngineSocket['start']>> | undefined
  let ended: string | undefined
  for (;;) {
    const found = await world.find()
    if (found.kind === 'found') {
      starting?.leave()
      // Before the engine speaks, so that the client has it when it does.
      if (found.inUse !== undefined)
        world.stdout.write(
          `countersign: the engine that is kept here is another version or build, is in use, and is the one that answers. It makes room when nothing runs, waits or is attached there; "kill ${String(found.inUse)}" here ends it now, with what runs there.\n`,
        )
      return found.socket
    }
    if (found.kind === 'refused') throw new Error(`The engine was not attached to: ${found.why}.`)
    if (!world.start) throw new Error('No engine listens there; expected the socket of one that runs.')
    if (ended !== undefined && ended !== '')
      throw new Error(`The engine could not be started. ${ended.trim()}`)
    // One that ended without a word met another on the way up, which may have gone again since.
    if (!starting || ended !== undefined) {
      ended = undefined
      starting = await world.start()
      void starting.ended.then((said) => {
        ended = said
      })
    }
    if (performance.now() > until) throw new Error('The engine did not come up in time.')
    await delay(everyMs)
  }
}
