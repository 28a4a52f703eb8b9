import { readFileSync } from 'node:fs'

/** When a process was started, in the kernel's own count; '' where there is no /proc or no such process. */
export function startOf(pid: number): string {
  return statFields(pid)?.[statField.started] ?? ''
}

/**
 * The fields of the kernel's line about a process (proc(5), /proc/PID/stat) from the third on, which is the first here: the
 * second is the program's name in brackets, and may hold anything. Undefined: there is no such process, or no /proc.
 */
export function statFields(pid: number | string): readonly string[] | undefined {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

/** Where fields stand among these, by the names that proc(5) has for them. */
export const statField = { parent: 1, group: 2, threads: 17, started: 19, pages: 21 } as const

/** Whether this very process still lives, and not a later one of the same number. `started` '': the number has to do. */
export function lives(pid: number, started: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return started === '' || startOf(pid) === started
}

/** Names this process for good: `<pid>-<start>-`, for the beginning of the names of what it puts on the file system. */
export const ownPrefix = (): string => `${String(process.pid)}-${startOf(process.pid)}-`

/** Whether a name that begins so belongs to a process that is gone; false for any other name. */
export function isLeftBehind(name: string): boolean {
  const [, pid, started] = /^(\d+)-(\d*)-/.exec(name) ?? []
  return pid !== undefined && !lives(Number(pid), started ?? '')
}
