import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { FaultError } from '@shared/domain/fault'

/** A record that this process alone may write. */
export interface RecordLock {
  release(): void
}

/** The process that a lock names, if it still runs. A lock of this very process, or of one that has gone, holds nothing. */
function livingHolder(lock: string): number | undefined {
  const pid = Number(readFileSync(lock, 'utf8'))
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return undefined
  try {
    process.kill(pid, 0)
    return pid
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' ? pid : undefined
  }
}

/**
 * Takes a record for this process by a file beside it that holds the process number. Throws FaultError `store-failed`
 * naming the process that holds it, and what the file system throws. A lock whose process has gone is taken over.
 */
export function lockRecord(file: string): RecordLock {
  const lock = `${file}.lock`
  for (let attempt = 0; ; attempt++) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 })
      return {
        release: () => {
          rmSync(lock, { force: true })
        },
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt > 2) throw error
    }
    const holder = livingHolder(lock)
    if (holder !== undefined)
      throw new FaultError({
        code: 'store-failed',
        message: `This session is open in another process (${String(holder)}), which alone may write its record.`,
        remedy: 'Go on there, or end that process first.',
      })
    rmSync(lock, { force: true })
  }
}
