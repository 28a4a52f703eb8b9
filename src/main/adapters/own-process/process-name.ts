import { statField, statFields } from './stat-fields'

/** When a process was started, in the kernel's own count; '' where there is no /proc or no such process. */
export function startOf(pid: number): string {
  return statFields(pid)?.[statField.started] ?? ''
}

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
