import type { UtilityProcess, ForkOptions } from 'electron'
import type { StartChild } from '../../core/ports/child-program'

/** The part of Electron that starts programs in a process of their own. */
export interface UtilityForks {
  fork(
    program: string,
    args: string[],
    options: ForkOptions,
  ): Pick<UtilityProcess, 'kill' | 'on' | 'postMessage'>
}

/** How long a program may take to clean up before it is ended, in milliseconds. */
const graceMs = 5_000

/**
 * Starts programs as Electron's utility processes: the packaged runtime does not run as Node (the runAsNode fuse is off),
 * so that `child_process.fork` would open a second window instead. Only after Electron is ready.
 */
export function forkUtility(utility: UtilityForks): StartChild {
  return ({ program, cwd, env }) => {
    const child = utility.fork(program, [], {
      cwd,
      env,
      execArgv: [],
      stdio: 'ignore',
      serviceName: 'Countersign sandbox',
    })
    let reportEnd: ((reason: string) => void) | undefined
    let ended: string | undefined
    child.on('exit', (code) => {
      ended = `it ended (${String(code)})`
      reportEnd?.(ended)
    })
    return {
      send(message) {
        child.postMessage(message)
      },
      onMessage(listener) {
        child.on('message', listener)
      },
      onEnd(listener) {
        reportEnd = listener
        if (ended !== undefined) listener(ended)
      },
      close() {
        if (ended !== undefined) return
        child.postMessage({ type: 'close' })
        setTimeout(() => {
          if (ended === undefined) child.kill()
        }, graceMs).unref()
      },
    }
  }
}
