import { lstatSync, readlinkSync, rmSync, symlinkSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { isLeftBehind, ownPrefix } from '../own-process/process-name'

/** So long one that holds it is waited for: it reads a file and puts another in its place. Whoever has it next is waited for anew. */
const longestWaitMs = 5000
const waitMs = 5

/** Makes the lock, a link that names this process; false: there is one. A lock of a process that is gone is taken away first. */
function take(lock: string): boolean {
  for (let again = true; ; again = false)
    try {
      symlinkSync(ownPrefix(), lock)
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (!again || !isLeftBehind(heldBy(lock))) return false
      clear(lock)
    }
}

/** Takes away the lock of a process that is gone; only one process at a time may, since the lock that lies there next is another's. */
function clear(lock: string): void {
  const clearing = `${lock}.clearing`
  try {
    symlinkSync(ownPrefix(), clearing)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (isLeftBehind(heldBy(clearing))) rmSync(clearing, { force: true })
    return
  }
  try {
    if (isLeftBehind(heldBy(lock))) rmSync(lock, { force: true })
  } finally {
    rmSync(clearing, { force: true })
  }
}

/** Tells one lock from the next that lies in its place. */
function identityOf(lock: string): string {
  const found = lstatSync(lock, { bigint: true, throwIfNoEntry: false })
  return found ? `${String(found.ino)} ${String(found.ctimeNs)}` : ''
}

function heldBy(lock: string): string {
  try {
    return readlinkSync(lock)
  } catch {
    return '' // gone meanwhile, or no lock of ours
  }
}

/**
 * Does the work while nobody else works on this file by way of this function, in any process that can be seen from here. Throws what the system says where no
 * lock can be made beside the file, and where it is held for longer than such work takes; nothing was begun then.
 */
export async function whileLocked<Result>(
  file: string,
  work: () => Promise<Result>,
  mostWaitMs = longestWaitMs,
): Promise<Result> {
  const lock = `${file}.lock`
  let held = ''
  let until = performance.now() + mostWaitMs
  while (!take(lock)) {
    const now = identityOf(lock)
    if (now !== held) [held, until] = [now, performance.now() + mostWaitMs]
    else if (performance.now() > until) throw new Error(`another program holds ${lock}`)
    await setTimeout(waitMs)
  }
  try {
    return await work()
  } finally {
    rmSync(lock, { force: true })
  }
}
