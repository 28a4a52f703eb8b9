import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Asks one question and resolves with the line typed; undefined when the terminal is closed, or `over` aborted. */
export type Ask = (question: string, over?: AbortSignal) => Promise<string | undefined>

/** A terminal with somebody before it: one question after the other. `askHidden` shows nothing of what is typed. */
export interface Terminal {
  readonly ask: Ask | undefined
  readonly askHidden: Ask | undefined
  readonly close: () => void
}

/** The system tells whoever is at a terminal that it has gone, on a busy machine a while behind the end of its input. */
const hangUpMs = 1000

/** Sets the terminal to give every key at once, or lines again. One that has gone is left: nobody sees how it is. */
export function setRaw(isRaw: boolean, set = process.stdin.setRawMode.bind(process.stdin)): void {
  try {
    set(isRaw)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EIO')) throw error
  }
}

/** Asks on the terminal; `ask` is undefined where standard input or output is none, so that nobody is pretended to be there. */
export function terminalAsk(stop: AbortSignal): Terminal {
  if (!process.stdin.isTTY || !process.stdout.isTTY)
    return { ask: undefined, askHidden: undefined, close: () => undefined }
  let hidden = false
  const output = new Writable({
    write(piece: Uint8Array, _, done) {
      if (!hidden) process.stdout.write(piece)
      done()
    },
  })
  Object.defineProperty(output, 'columns', { get: () => process.stdout.columns })
  // Its own end sets it back, in the middle of an event.
  const set = process.stdin.setRawMode.bind(process.stdin)
  process.stdin.setRawMode = (isRaw) => {
    setRaw(isRaw, set)
    return process.stdin
  }
  // What was typed once is not to be had again by a key.
  const lines = createInterface({ input: process.stdin, output, terminal: true, historySize: 0 })
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const closed = new Promise<undefined>((resolve) => {
    lines.once('close', () => {
      const leave = (): void => {
        resolve(undefined)
      }
      // Ctrl+D ends the questions alone. The input of a terminal ends with it, and what is said then is that the run ends.
      if (!process.stdin.readableEnded && !process.stdin.destroyed) leave()
      else if (stop.aborted) leave()
      else {
        stop.addEventListener('abort', leave, { once: true })
        setTimeout(leave, hangUpMs)
      }
    })
  })
  let before: Promise<unknown> = Promise.resolve()
  const inTurn = (work: () => Promise<string | undefined>): Promise<string | undefined> => {
    const mine = before.then(work)
    before = mine
    return mine
  }
  const line = (question: string, over?: AbortSignal): Promise<string | undefined> => {
    const signal = over ? AbortSignal.any([stop, over]) : stop
    // The end of input, an interrupt, a terminal that has gone: each leaves nobody to ask.
    const asked = lines.question(question, { signal }).catch(() => (signal.aborted ? undefined : closed))
    return Promise.race([asked, closed])
  }
  return {
    ask: (question, over) => inTurn(() => line(question, over)),
    askHidden: (question, over) =>
      inTurn(async () => {
        process.stdout.write(question)
        hidden = true
        const typed = await line('', over)
        hidden = false
        process.stdout.write('\n')
        return typed
      }),
    close: () => {
      lines.close()
    },
  }
}
