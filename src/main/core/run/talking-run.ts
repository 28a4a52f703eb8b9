import type { OutputListener, RunResult } from '../ports/sandbox'
import type { InputSink, ProcessInput } from './process-input'

/** How a process ended that should have gone on, as a clause. */
export function endInWords(result: RunResult): string {
  switch (result.kind) {
    case 'exited':
      return `it ended with exit code ${String(result.exitCode)}`
    case 'failed':
      return `it could not be started: ${result.reason}`
    case 'timed-out':
    case 'cancelled':
      return 'it was ended'
  }
}

/** What is heard of a process that is spoken with. */
export interface TalkingRun {
  /** Its way in, as soon as it can be written to. */
  readonly started: (sink: InputSink) => void
  /** The process waits with more until this has resolved. */
  readonly stdout: (chunk: Uint8Array) => Promise<void>
  readonly stderr: (text: string) => void
}

/** The input and the listener of a run that is spoken with in messages. */
export function talkingRun({ started, stdout, stderr }: TalkingRun): {
  readonly input: ProcessInput
  readonly listener: OutputListener
} {
  const listener: OutputListener = Object.assign(
    (stream: 'stdout' | 'stderr', text: string) => {
      if (stream === 'stderr') stderr(text)
    },
    {
      bytes: (stream: 'stdout' | 'stderr', chunk: Uint8Array) =>
        stream === 'stdout' ? stdout(chunk) : undefined,
    },
  )
  return { input: { terminal: undefined, poured: true, attach: started }, listener }
}

/** Resolves with true when the process has taken it, and with false when there is none (any more). */
export async function sendText(sink: InputSink | undefined, text: string): Promise<boolean> {
  for (;;) {
    switch (sink?.write(text)) {
      case 'sent':
        return true
      case 'full':
        await sink.drained()
        break
      case 'closed':
      case undefined:
        return false
    }
  }
}
