import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../core/ports'

/** Appends one line per fault to `countersign.log` in the home; a log that cannot be written is no fault of its own. */
export function createLogFile(home: string): Log {
  const file = join(home, 'countersign.log')
  return {
    error(message, cause) {
      const reason =
        cause instanceof Error ? `${cause.name}: ${cause.message}` : typeof cause === 'string' ? cause : ''
      const line = `${new Date().toISOString()} ${message}${reason === '' ? '' : `: ${reason}`}`
      void appendFile(file, `${line.replace(/[\r\n]+/g, ' ')}\n`, { mode: 0o600 }).catch(() => undefined) // see above
    },
  }
}
