import { readFileSync } from 'node:fs'

/** When a process was started, in the kernel's own count; '' where there is no /proc or no such process. */
export function startOf(pid: number): string {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'latin1')
    // The name of the program stands in brackets and may hold anything; the start is the 20th field behind it.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch (error) {
    if (error instanceof Error) return ''
    throw error
  }
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
