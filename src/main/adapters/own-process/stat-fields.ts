import { readFileSync } from 'node:fs'

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
