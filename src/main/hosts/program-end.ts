import type { WriteStream } from 'node:tty'
import { watchReader } from './watch-reader'

/** What ends a program of ours. A closed terminal sends SIGHUP. */
export const endings = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const
/** So long an end that was asked for may take; then it ends as it is, and what it started is killed. */
const limitMs = 6_000
/** The same Ctrl+C may arrive twice, from the terminal and passed on; a signal later than this means: now. */
const sameMs = 400
/** What nobody has taken so long after the end began is not waited for. */
const lastWordsMs = 300

/** Says in the environment that an older Node started this process and holds the other end of its channel: it ends with that. */
export const wrappedName = 'COUNTERSIGN_WRAPPED'

/** How one program of ours ends. */
export interface ProgramEnd {
  /** Aborted by the first signal. */
  readonly stop: AbortSignal
  /** Aborted when nobody can read the output any more. */
  readonly unread: AbortSignal
  /** From now on nobody waits for what is still to be written. */
  abandonOutput(): void
  /**
   * Ends the process with this code once its output is written; when it was stopped, or the output is abandoned, without
   * waiting for a reader. Whatever else is still under way ends with it.
   */
  exit(code: number): Promise<never>
}

/** A terminal whose reader has stopped (Ctrl+S) would otherwise block the whole process in a write, and no signal reach it. */
function keepFromBlocking(stream: NodeJS.WriteStream): void {
  if (!stream.isTTY) return
  const { _handle: handle } = stream as WriteStream & { _handle?: { setBlocking?(on: boolean): void } }
  handle?.setBlocking?.(false)
}

/** Resolves when everything so far has been handed over, or the stream is broken. */
const written = (stream: NodeJS.WriteStream): Promise<void> =>
  new Promise((resolve) => {
    stream.write('', () => {
      resolve()
    })
  })

/** What an end means for the program. */
export interface EndOptions {
  /** Whether it ends when nobody reads its output any more, or only when whoever started it is gone as well. */
  readonly reader: 'needed' | 'starter'
  /** The exit codes of a program that a signal ended, and of one that ended because it was not read any more. */
  readonly codes: { readonly stop: number; readonly unread: number }
}

/**
 * Begins to listen for what ends this process. The first signal asks for an orderly end, which has 6 seconds, as a busy machine needs
 * some of them; a second one ends it at once, unless it is a terminal's that closes. What was started goes with it in either case.
 */
export function programEnd({ reader, codes }: EndOptions): ProgramEnd {
  const [stop, unread] = [new AbortController(), new AbortController()]
  const starter = process.ppid
  let since: number | undefined
  let abandoned = false
  const end = (how: AbortController, reason: string): void => {
    if (!stop.signal.aborted && !unread.signal.aborted)
      setTimeout(() => process.exit(stop.signal.aborted ? codes.stop : codes.unread), limitMs)
    how.abort(new Error(reason))
  }
  const begin = (): void => {
    since ??= performance.now()
    end(stop, 'interrupted')
  }
  const onSignal = (signal: NodeJS.Signals): void => {
    // A terminal that closes says so by whoever stands between as well, on a busy machine one after the other: nobody is in a hurry.
    if (signal !== 'SIGHUP' && since !== undefined && performance.now() - since > sameMs)
      process.exit(codes.stop)
    begin()
  }
  for (const signal of endings) process.on(signal, onSignal)
  if (process.env[wrappedName] !== undefined && process.channel) {
    process.on('disconnect', begin)
    process.channel.unref()
  }
  Reflect.deleteProperty(process.env, wrappedName)
  const { stdout, stderr } = process
  stdout.on('error', () => {
    end(unread, 'nobody reads the output')
  })
  stderr.on('error', () => undefined) // the terminal or its reader has gone: standard output tells
  keepFromBlocking(stdout)
  keepFromBlocking(stderr)
  watchReader(1, () => {
    if (reader === 'starter' && process.ppid === starter) return 'wait'
    end(unread, 'nobody reads the output')
    return 'done'
  })
  return {
    stop: stop.signal,
    unread: unread.signal,
    abandonOutput() {
      abandoned = true
    },
    async exit(code) {
      const hurry = new Promise<void>((resolve) => {
        const soon = (): void => void setTimeout(resolve, lastWordsMs)
        const ended = AbortSignal.any([stop.signal, unread.signal])
        if (ended.aborted || abandoned) soon()
        else ended.addEventListener('abort', soon, { once: true })
      })
      await Promise.race([Promise.all([written(stdout), written(stderr)]), hurry])
      return process.exit(code)
    },
  }
}
