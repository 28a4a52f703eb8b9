import type { Writable } from 'node:stream'
import type { InputSink } from '../../core/run/process-input'
import { lookBelow, processOf } from '../own-process/process-tree'
import type { StartedChild } from './spawn/native-spawner'
import type { Terminal } from './terminal'

/** A process that does not read is given no more than this many bytes to catch up with. */
const maxWaiting = 1024 * 1024

/** Signals a process group; false: there is none. */
function interruptGroup(group: number | undefined): boolean {
  if (group === undefined) return false
  try {
    return process.kill(-group, 'SIGINT')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}

/**
 * The way in to a started process. `holds` says that the process is a launcher: a signal is then for the command that
 * it holds, for a launcher that is interrupted dies and takes the command along.
 */
export function feedProcess(
  child: StartedChild,
  terminal: Terminal | undefined,
  holds: 'command' | 'launcher',
): InputSink {
  const into: Writable | null = terminal?.stream ?? child.stdin
  into?.on('error', () => undefined) // the process closed its end: the next write says so
  return {
    write(text) {
      if (!into?.writable || child.exitCode !== null || child.signalCode !== null) return 'closed'
      if (into.writableLength > maxWaiting) return 'full'
      into.write(text)
      return 'sent'
    },
    async drained() {
      if (!into?.writable || !into.writableNeedDrain) return
      await new Promise<void>((resolve) => {
        const done = (): void => {
          into.off('drain', done).off('close', done)
          resolve()
        }
        into.on('drain', done).on('close', done)
      })
    },
    end() {
      if (!terminal) into?.end()
    },
    interrupt() {
      const { pid } = child
      if (pid === undefined) return false
      return interruptGroup(holds === 'launcher' ? heldGroup(pid) : pid)
    },
    resize(size) {
      terminal?.resize(size)
    },
  }
}

/**
 * The process group of the command that a launcher holds: the first below it that is neither the launcher's nor that of
 * its own child, which contains the command. Undefined: there is none (yet), or this system has no /proc.
 */
function heldGroup(launcher: number): number | undefined {
  const below = lookBelow()(launcher).flatMap((pid) => processOf(pid) ?? [])
  const own = new Set([
    launcher,
    ...below.filter(({ parent }) => parent === launcher).map(({ group }) => group),
  ])
  return below.find(({ group }) => !own.has(group))?.group
}
