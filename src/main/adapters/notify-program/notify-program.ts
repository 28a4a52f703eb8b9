import { spawn } from 'node:child_process'
import type { Log } from '../../core/ports'

/** Most notify programs that run at the same time; what comes on top is left out, and the log says so. */
const mostAtOnce = 8
/** A program that runs longer is ended. */
const limitMs = 30_000

/**
 * Calls the program of the person's own configuration with one more argument for each message. Nothing waits for it, and
 * nothing it does or prints matters but a line in the log when it cannot be started.
 */
export function createNotifyProgram(
  command: readonly [string, ...string[]],
  log: Log,
): (message: object) => void {
  const [program, ...given] = command
  let running = 0
  return (message) => {
    if (running >= mostAtOnce) {
      log.error(`notify: ${program} was left out, ${String(mostAtOnce)} of it run already`)
      return
    }
    running += 1
    const child = spawn(program, [...given, JSON.stringify(message)], {
      stdio: 'ignore',
      timeout: limitMs,
      windowsHide: true,
    })
    child.once('error', (error) => {
      log.error(`notify: ${program} could not be started`, error)
    })
    child.once('close', () => (running -= 1))
    child.unref()
  }
}
