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

/**
 * Kills every process that carries this word in its environment, wherever it went: into another session, or to another
 * parent. Looks again until none is left, at most ten times, since they may fork meanwhile. Linux only; does nothing
 * elsewhere, and cannot find a process that cleared its environment.
 */
export function killMarked(word: string): void {
  if (process.platform !== 'linux') return
  for (let round = 0; round < 10; round++) {
    const found = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && isMarked(name, word))
    if (found.length === 0) return
    for (const name of found) killOne(Number(name))
  }
}

function isMarked(name: string, word: string): boolean {
  try {
    return readFileSync(`/proc/${name}/environ`, 'latin1').includes(word)
  } catch (error) {
    if (error instanceof Error && 'code' in error) return false // gone, or another user's
    throw error
  }
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ESRCH' && code !== 'EPERM') throw error // gone, or another user's by now
  }
}
