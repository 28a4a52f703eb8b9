import { randomBytes, timingSafeEqual } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import { longestAnswer, longestPrompt, type HostQuestion } from '@shared/domain/host-ask'
import type { AskForHost, AskLine, AskState, HostAnswer } from '../../core/host-link/host-asks'
import { readJson } from '../../core/text/read-json'
import { openPrivateFolder, type PrivateFolder } from '../own-process/private-folder'
import { ageOf, clearLeft, listenIn, ofThisMachine } from '../own-process/private-socket'

/** Bytes of one question: each character of the prompt may be an escape of six. */
const largestQuestion = 8 * longestPrompt
const mostAtOnce = 8
const greetingMs = 10_000
const dayMs = 24 * 60 * 60_000

/** Where questions of the commands that are started for hosts come in: `program` is what these start, in the engine's folder. */
export interface AskpassPlace {
  readonly home: string
  readonly program: string
  /** Has something done when this program exits, which may be before the command has ended; returns the way back. */
  readonly atExit?: ((work: () => void) => () => void) | undefined
}

const Question = z.strictObject({
  token: z.string().max(100),
  prompt: z.string().max(longestPrompt),
  hint: z.string().max(100).optional(),
})

/** As ssh ends what it wants a yes or no to: it says that by nothing else where it asks for a host's key. */
const confirms = /\(yes\/no(?:\/\[fingerprint\])?\)\? *$/

function kindOf({ prompt, hint }: z.infer<typeof Question>): HostQuestion['kind'] {
  if (hint === 'none') return 'note'
  return hint === 'confirm' || confirms.test(prompt) ? 'confirm' : 'secret'
}

/**
 * Waits for what one command asks, at a socket of this user's alone in the engine's home, which sandboxed commands cannot reach, and answers who knows the
 * token that only this command is given. Undefined where that cannot be: the command then asks as it would without us.
 */
export async function listenForAsks(
  { home, program, atExit }: AskpassPlace,
  ask: AskForHost,
): Promise<AskLine | undefined> {
  if (process.platform === 'win32' || !existsSync(program) || !existsSync(home)) return undefined
  const path = join(home, 'askpass')
  let folder: PrivateFolder | undefined
  const machine = ofThisMachine()
  const name = `${machine}-${randomBytes(8).toString('hex')}`
  const asks = new Asks(ask)
  const server = createServer((socket) => {
    asks.take(socket)
  })
  server.maxConnections = mostAtOnce
  try {
    folder = openPrivateFolder(path, { make: true })
    if (folder === undefined) return undefined
    const there = folder
    // A home may be shared with machines whose sockets cannot be connected to from here; theirs are gone within a day.
    await clearLeft(there, (each) => each.startsWith(machine) || ageOf(there, each) > dayMs)
    await listenIn(server, there, name)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    server.close()
    folder?.close()
    return undefined
  }
  server.unref()
  const open = folder
  const away = (): void => {
    open.drop(`${name}.sock`)
  }
  const forget = atExit?.(away)
  return {
    env: {
      ...{ SSH_ASKPASS: program, SSH_ASKPASS_REQUIRE: 'force' },
      ...{ COUNTERSIGN_ASKPASS: join(path, `${name}.sock`), COUNTERSIGN_ASKPASS_TOKEN: asks.token },
    },
    refused: asks.refused,
    state: () => asks.state,
    close() {
      if (!server.listening) return
      forget?.()
      away()
      server.close()
      asks.close()
      open.close()
    },
  }
}

/** What one command has asked so far. */
class Asks {
  readonly token = randomBytes(32).toString('hex')
  readonly refused: Promise<undefined>
  readonly #ask: AskForHost
  readonly #sockets = new Set<Socket>()
  readonly #refuse: (value: undefined) => void
  #asking = 0
  #changes = 0
  #outcome: AskState['outcome'] = 'none'

  constructor(ask: AskForHost) {
    this.#ask = ask
    const { promise, resolve } = Promise.withResolvers<undefined>()
    this.refused = promise
    this.#refuse = resolve
  }

  get state(): AskState {
    return { changes: this.#changes, asking: this.#asking > 0, outcome: this.#outcome }
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Reads one question and answers it. Who does not know the token is let go without a word, however it spoke. */
  take(socket: Socket): void {
    this.#sockets.add(socket)
    const over = new AbortController()
    let held = Buffer.alloc(0)
    const timer = setTimeout(() => socket.destroy(), greetingMs)
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      clearTimeout(timer)
      this.#sockets.delete(socket)
      over.abort()
    })
    const read = (piece: Buffer): void => {
      held = Buffer.concat([held, piece])
      const end = held.indexOf(0x0a)
      if (end < 0 && held.length <= largestQuestion) return
      clearTimeout(timer)
      socket.off('data', read).resume()
      const question = readJson(Question, held.toString('utf8', 0, Math.max(0, end)))
      if (question === undefined || !this.#isOurs(question.token)) {
        socket.destroy()
        return
      }
      void this.#answer({ kind: kindOf(question), prompt: question.prompt }, over.signal).then((answer) => {
        // A text of two lines would be another answer, or more than one.
        const is =
          answer.kind === 'answer' && answer.text.length <= longestAnswer && !/[\n\r\0]/.test(answer.text)
        if (is) socket.end(`${answer.text}\n`)
        else socket.destroy()
      })
    }
    socket.on('data', read)
  }

  #isOurs(token: string): boolean {
    const [given, own] = [Buffer.from(token), Buffer.from(this.token)]
    return given.length === own.length && timingSafeEqual(given, own)
  }

  async #answer(question: HostQuestion, over: AbortSignal): Promise<HostAnswer> {
    // What was cancelled once is not asked again in another form.
    if (this.#outcome === 'cancelled') return { kind: 'cancelled' }
    this.#asking += 1
    this.#changes += 1
    const answer = await this.#ask(question, over)
    this.#asking -= 1
    this.#changes += 1
    // The command has what it waits for, or is gone: that is no answer of a person's.
    if (over.aborted) return answer
    this.#outcome = answer.kind
    if (answer.kind === 'cancelled') this.#refuse(undefined)
    return answer
  }
}
