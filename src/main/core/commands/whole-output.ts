import type { OutputListener } from '../ports'

/** Collects all of a program's standard output. Undefined where there was more than the bound: half of it would be read as the whole. */
export function wholeOutput(maxBytes: number): {
  readonly listener: OutputListener
  readonly bytes: () => Buffer | undefined
} {
  const chunks: Uint8Array[] = []
  let size = 0
  return {
    listener: Object.assign(() => undefined, {
      bytes: (stream: 'stdout' | 'stderr', chunk: Uint8Array): undefined => {
        if (stream !== 'stdout') return
        size += chunk.length
        if (size <= maxBytes) chunks.push(Uint8Array.from(chunk))
      },
    }),
    bytes: () => (size > maxBytes ? undefined : Buffer.concat(chunks)),
  }
}
