import { createInterface } from 'node:readline/promises'

/** Asks one question and resolves with the line typed; undefined when the terminal is closed. */
export type Ask = (question: string) => Promise<string | undefined>

/** Asks on the terminal; `ask` is undefined where standard input or output is none, so that nobody is pretended to be there. */
export function terminalAsk(stop: AbortSignal): { ask: Ask | undefined; close: () => void } {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return { ask: undefined, close: () => undefined }
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  lines.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
  const closed = new Promise<undefined>((resolve) => {
    lines.once('close', () => {
      resolve(undefined)
    })
  })
  const ask: Ask = async (question) => {
    // The end of input, an interrupt, a terminal that has gone: each leaves nobody to ask.
    const line = lines.question(question, { signal: stop }).catch(() => undefined)
    return Promise.race([line, closed])
  }
  return {
    ask,
    close: () => {
      lines.close()
    },
  }
}
