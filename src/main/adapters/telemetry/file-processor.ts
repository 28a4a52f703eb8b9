import { appendFile } from 'node:fs/promises'
import type { LogRecordProcessor } from '@opentelemetry/sdk-logs'

/** Appends each record as one JSON line, in order, for its owner alone. What cannot be written is lost. */
export function createFileProcessor(path: string): LogRecordProcessor {
  let writing: Promise<unknown> = Promise.resolve()
  const written = async (): Promise<void> => {
    await writing
  }
  return {
    onEmit({ hrTime: [seconds, nanos], eventName, attributes, resource }) {
      const line = JSON.stringify({
        time_unix_nano: `${String(seconds)}${String(nanos).padStart(9, '0')}`,
        name: eventName,
        attributes,
        resource: resource.attributes,
      })
      writing = writing.then(() => appendFile(path, `${line}\n`, { mode: 0o600 })).catch(() => undefined) // see above
    },
    forceFlush: written,
    shutdown: written,
  }
}
