import type { Readable } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import type { CommandOutput } from '@shared/domain/command-outcome'
import type { OutputListener } from '../../core/ports/sandbox'
import { BoundedText } from './bounded-text'

/** Live text goes on until this many characters; the result keeps head and tail all the same. */
const maxLiveText = 1024 * 1024

/** Gathers what one program prints, bounded, and passes it on as it comes. */
export interface CollectedOutput {
  /** Takes a stream until it closes, which the promise waits for; null (there is none) closes at once. */
  take(name: 'stdout' | 'stderr', stream: Readable | null): Promise<void>
  /** Whether a stream is not read just now, because whoever takes its bytes is not ready for more. */
  waits(): boolean
  /** What came so far. */
  output(): CommandOutput
}

/** Starts with nothing; the live text of both streams together is cut off at one million characters. */
export function collectOutput(onOutput: OutputListener): CollectedOutput {
  const kept = { stdout: new BoundedText(), stderr: new BoundedText() }
  const both = new BoundedText()
  let live = 0
  let held = 0
  return {
    waits: () => held > 0,
    take(name, stream) {
      if (!stream) return Promise.resolve()
      const decoder = new StringDecoder('utf8')
      const send = (text: string): void => {
        if (text === '' || live >= maxLiveText) return
        live += text.length
        onOutput(name, text)
      }
      stream.on('data', (chunk: Buffer) => {
        const ready = onOutput.bytes?.(name, chunk)
        if (ready) {
          held += 1
          stream.pause()
          void ready.then(() => {
            held -= 1
            stream.resume()
          })
        }
        kept[name].push(chunk)
        both.push(chunk)
        if (live < maxLiveText) send(decoder.write(chunk))
      })
      return new Promise((resolve) => {
        stream.once('close', () => {
          send(decoder.end())
          resolve()
        })
        stream.on('error', () => {
          stream.destroy() // reading failed: what came so far stands, and the close above follows
        })
      })
    },
    output: () => ({
      stdout: kept.stdout.text(),
      stderr: kept.stderr.text(),
      aggregated: both.text(),
      omittedBytes: both.omittedBytes,
    }),
  }
}
