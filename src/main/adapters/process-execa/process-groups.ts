import { readdirSync } from 'node:fs'
import { statField, statFields } from '../own-process/stat-fields'

interface Row {
  readonly pid: number
  readonly parent: number
  readonly group: number
}

/** One process as /proc tells of it; undefined: it is gone. */
function rowOf(pid: number): Row | undefined {
  const fields = statFields(pid)
  return fields && { pid, parent: Number(fields[statField.parent]), group: Number(fields[statField.group]) }
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
