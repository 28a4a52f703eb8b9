import { readdirSync, readFileSync } from 'node:fs'

interface Row {
  readonly pid: number
  readonly parent: number
  readonly group: number
}

/** One process as /proc tells of it; undefined: it is gone. The name in brackets may hold anything. */
function rowOf(pid: number): Row | undefined {
  try {
    const text = readFileSync(`/proc/${String(pid)}/stat`, 'latin1')
    const [, parent, group] = text.slice(text.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(parent), group: Number(group) }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined
    throw error
  }
}

function processTable(): readonly Row[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => rowOf(Number(name)) ?? [])
}

/**
 * The process group of the command that a launcher holds: the first below it that is neither the launcher's nor that of
 * its own child, which contains the command. Undefined: there is none (yet), or this system has no /proc.
 */
export function heldGroup(launcher: number): number | undefined {
  const table = processTable()
  let level = table.filter((row) => row.parent === launcher)
  const own = new Set([launcher, ...level.map((row) => row.group)])
  while (level.length > 0) {
    const found = level.find((row) => !own.has(row.group))
    if (found) return found.group
    const parents = new Set(level.map((row) => row.pid))
    level = table.filter((row) => parents.has(row.parent))
  }
  return undefined
}
