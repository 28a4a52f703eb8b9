import { appendFile, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeOf, namingHidden } from '@shared/domain/hidden-characters'
import type { Log } from '../../core/ports/system'
import type { Redact } from '../../core/redaction/redact-secrets'

/** How much is kept: at most `keep` older files of about `maxBytes` beside the one being written. */
export interface LogBounds {
  readonly maxBytes: number
  readonly keep: number
}

/** Longer lines are cut: one fault must not push out all others. */
const longestLine = 8000

/**
 * Appends one line per fault to `countersign.log` in the home, everything through `redact`, and nothing in it hidden or for the terminal
 * that it is looked at in. A full file becomes
 * `countersign.1.log`, the one before it `.2`, and so on. A log that cannot be written is no fault of its own.
 */
export function createLogFile(
  home: string,
  redact: Redact,
  bounds: LogBounds = { maxBytes: 1_000_000, keep: 3 },
): Log {
  const place = (age: number): string => join(home, age === 0 ? 'countersign.log' : `countersign.${age}.log`)
  const rotate = async (): Promise<void> => {
    for (let age = bounds.keep; age > 0; age -= 1)
      await rename(place(age - 1), place(age)).catch(() => undefined) // not there yet
  }
  const write = async (line: string): Promise<void> => {
    const size = await stat(place(0)).then(
      (found) => found.size,
      () => 0, // there is none yet
    )
    if (size > 0 && size + line.length > bounds.maxBytes) await rotate()
    await appendFile(place(0), line, { mode: 0o600 })
  }
  let writing: Promise<unknown> = Promise.resolve()
  return {
    error(message, cause) {
      const reason =
        cause instanceof Error ? `${cause.name}: ${cause.message}` : typeof cause === 'string' ? cause : ''
      // Redacted before it is cut: half a key is not in the form of one.
      const text = redact(`${message}${reason === '' ? '' : `: ${reason}`}`).replace(/[\r\n]+/g, ' ')
      const line = `${new Date().toISOString()} ${namingHidden(text, escapeOf).slice(0, longestLine)}\n`
      writing = writing.then(() => write(line)).catch(() => undefined) // see above
    },
  }
}
