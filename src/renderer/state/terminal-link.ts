import type { TerminalNow } from '@shared/domain/session-terminal'
import type { Bridge } from '../lib/bridge'

/** Where what a terminal says goes. */
export interface TerminalReader {
  /** Another run than before: nothing of the old one holds. */
  readonly begin: (now: TerminalNow) => void
  /** Resolves when it is drawn. `before`: it was said before this was read. */
  readonly draw: (text: string, before: boolean) => Promise<void>
  /** How it stands; no more is read of one that is over, or that none was opened of. */
  readonly stands: (now: TerminalNow) => void
}

/** Characters of one request, and of what waits for one that is on its way: a program that asks and does not read gets no more answers. */
const mostTyped = 65_536
const mostHeld = 16 * mostTyped

/** Reads a session's terminal until it is over or the signal aborts. Rejects where the engine cannot be asked. */
export async function readTerminal(
  bridge: Bridge,
  sessionId: string,
  reader: TerminalReader,
  signal: AbortSignal,
): Promise<void> {
  let run = 0
  let after = 0
  for (let first = true; ; first = false) {
    const now = await bridge.request('terminal.read', { sessionId, run, after })
    if (signal.aborted) return
    // What was left out on the way cannot be made up for: what is there is drawn anew.
    if (now.run !== run || now.from !== after) reader.begin(now)
    run = now.run
    after = now.from + now.text.length
    if (now.text !== '') await reader.draw(now.text, first)
    reader.stands(now)
    if (now.run === 0 || isOver(now)) return
  }
}

/** What is pasted, without the codes that could end the pasting before its end, and so press Return for the person. */
export const withoutCodes = (text: string): string => text.replaceAll(/(?![\n\t\r])\p{Cc}/gu, '')

/** Whether it has ended. */
export const isOver = ({ exitCode, failed, stopped }: TerminalNow): boolean =>
  exitCode !== undefined || failed !== undefined || stopped === true

/**
 * Types into the run of a session's terminal that is shown: in order, and what comes while something is on its way with the next. What waits goes
 * with its run; so does what is beyond the most that is held.
 */
export function typeInto(
  bridge: Bridge,
  sessionId: string,
  shownRun: () => number,
  failed: (error: unknown) => void,
): (text: string) => void {
  let run = 0
  let waiting = ''
  let sending = false
  const send = async (): Promise<void> => {
    sending = true
    try {
      while (waiting !== '') {
        const text = waiting.slice(0, mostTyped)
        waiting = waiting.slice(text.length)
        const into = run
        const { taken } = await bridge.request('terminal.write', { sessionId, run: into, text })
        if (!taken && into === run) waiting = ''
      }
    } catch (error) {
      waiting = ''
      failed(error)
    } finally {
      sending = false
    }
  }
  return (text) => {
    const shown = shownRun()
    if (shown !== run) waiting = ''
    run = shown
    if (run === 0 || waiting.length + text.length > mostHeld) return
    waiting += text
    if (!sending) void send()
  }
}
