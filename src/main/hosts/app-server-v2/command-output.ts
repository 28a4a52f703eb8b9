import type { OutputListener } from '../../core/ports'
import type { Emitted } from './protocol/notifications'

type Stream = 'stdout' | 'stderr'

/** Where a command's output goes while it runs. */
export interface OutputWay {
  readonly processId: string
  /** Bytes of each stream that are told at most. */
  readonly cap: number
  readonly emit: (reported: Emitted) => void
  /** Resolves when the client has caught up with what it was told. */
  readonly room: () => Promise<void>
}

/**
 * Tells a command's output as it comes, byte by byte and no faster than the client reads: its end does not have it once more. The last
 * piece of a stream that reaches the cap says so, and the rest of it is let go.
 */
export function emittedOutput({ processId, cap, emit, room }: OutputWay): OutputListener & {
  readonly bytes: (stream: Stream, chunk: Uint8Array) => Promise<void> | undefined
} {
  const left = { stdout: cap, stderr: cap }
  const full = new Set<Stream>()
  const bytes = (stream: Stream, chunk: Uint8Array): Promise<void> | undefined => {
    if (full.has(stream) || chunk.length === 0) return undefined
    const shown = Buffer.from(chunk.subarray(0, left[stream]))
    left[stream] -= shown.length
    const capReached = left[stream] === 0
    if (capReached) full.add(stream)
    const deltaBase64 = shown.toString('base64')
    emit({ method: 'command/exec/outputDelta', params: { processId, stream, deltaBase64, capReached } })
    return room()
  }
  return Object.assign(() => undefined, { bytes })
}

/** Text cut to so many bytes; a character that the cut goes through becomes U+FFFD. */
export function cutToBytes(text: string, cap: number): string {
  const bytes = Buffer.from(text)
  return bytes.length <= cap ? text : bytes.subarray(0, cap).toString()
}
