import type { Readable, Writable } from 'node:stream'
import type { Log } from '../../core/ports/system'
import { closeInTime } from '../close-in-time'
import type { ProgramEnd } from '../program-end'
import type { MessageWriter } from './message-writer'

/** Closing that takes longer is cut off by the end of the process: clients kill a server about 4 s after they have closed its input. */
const closeMs = 3_000
/** A client that ended its input may read on; one that takes nothing for so long does not. */
const patienceMs = 1_000
/** The same for a server that was stopped. */
const lastWordsMs = 200

type End = Omit<ProgramEnd, 'exit'>

/** Ends the input of a server's one client with its output and with the program. */
export function endTogether(input: Readable, output: Writable, { stop, unread }: End): void {
  const end = (): void => {
    input.destroy()
  }
  output.on('error', end)
  output.on('close', end)
  const ended = AbortSignal.any([stop, unread])
  ended.addEventListener('abort', end, { once: true })
  if (ended.aborted) end()
}

/** Closes what a client used, once its input has ended, and says the last of it. Resolves with the exit code: 0, or 130 when it was stopped. */
export async function endClient(
  end: End,
  writer: MessageWriter,
  close: () => Promise<void>,
  log: Log,
): Promise<number> {
  await closeInTime(close, closeMs, log)
  const isStopped = end.stop.aborted || end.unread.aborted
  if (!(await writer.flushed(isStopped ? lastWordsMs : patienceMs))) end.abandonOutput()
  return end.stop.aborted ? 130 : 0
}
