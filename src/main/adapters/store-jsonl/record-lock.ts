import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { z } from 'zod'
import { FaultError } from '@shared/domain/fault'
import { lives, startOf } from '../own-process/process-name'
import { parseJson } from './decode-line'

/** A record that this process alone may write. */
export interface RecordLock {
  release(): void
}

/** Who holds a record. `started` tells a process from a later one of the same number; '' where the system does not say. */
const Holder = z.object({ pid: z.int().positive(), host: z.string(), started: z.string() })
type Holder = z.infer<typeof Holder>

const self = (): Holder => ({ pid: process.pid, host: hostname(), started: startOf(process.pid) })

/** Who a lock names; undefined for one that is gone or says nothing. */
function readHolder(lock: string): Holder | undefined {
  try {
    const holder = Holder.safeParse(parseJson(readFileSync(lock, 'utf8')))
    return holder.success ? holder.data : undefined
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Whether a holder may still write. One on another machine cannot be asked, and is believed (fails closed). */
function isAlive(holder: Holder): boolean {
  if (holder.host !== hostname()) return true
  if (holder.pid === process.pid) return false
  return lives(holder.pid, holder.started)
}

/** Makes a lock file with its whole content at once, so that nobody ever reads a half one. False when there is one. */
function make(lock: string, holder: Holder): boolean {
  const fresh = `${lock}.${String(process.pid)}`
  writeFileSync(fresh, JSON.stringify(holder), { mode: 0o600 })
  try {
    linkSync(fresh, lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(fresh, { force: true })
  }
}

function heldBy(file: string, holder: Holder): FaultError {
  const here = holder.host === hostname()
  const where = here ? '' : ` on ${holder.host.slice(0, 100)}`
  return new FaultError({
    code: 'store-failed',
    message: `This session is open in another process (${String(holder.pid)}${where}), which alone may write its record.`,
    remedy: here
      ? 'Go on there, or end that process first.'
      : `Go on there. If that process is gone for good, delete ${file}.lock.`,
  })
}

/** Takes away a lock whose process has gone. Only the process that holds `.takeover` may, so that no fresh lock is lost. */
function clear(file: string, lock: string): void {
  const takeover = `${lock}.takeover`
  if (!make(takeover, self())) {
    const other = readHolder(takeover)
    if (other && isAlive(other)) throw heldBy(file, other)
    rmSync(takeover, { force: true })
    if (!make(takeover, self())) throw heldBy(file, readHolder(takeover) ?? self())
  }
  try {
    const holder = readHolder(lock)
    if (!holder || !isAlive(holder)) rmSync(lock, { force: true })
  } finally {
    rmSync(takeover, { force: true })
  }
}

/**
 * Takes a record for this process by a file beside it that names process and machine. Throws FaultError `store-failed`
 * naming the one that holds it, and what the file system throws. A lock whose process has gone is taken over; one of
 * this very process holds nothing.
 */
export function lockRecord(file: string): RecordLock {
  const lock = `${file}.lock`
  for (let attempt = 0; !make(lock, self()); attempt++) {
    const holder = readHolder(lock)
    if (holder && (isAlive(holder) || attempt > 5)) throw heldBy(file, holder)
    clear(file, lock)
  }
  return {
    release: () => {
      rmSync(lock, { force: true })
    },
  }
}
