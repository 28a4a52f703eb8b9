import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { statField, statFields } from './process-name'

/** What the kernel tells about a process. */
export interface Process {
  readonly parent: number
  readonly group: number
  readonly threads: number
  /** Pages in memory, those that it shares with others included. */
  readonly pages: number
}

/** What the kernel tells about a process; undefined: it has ended. */
export function processOf(pid: number): Process | undefined {
  const fields = statFields(pid)
  if (!fields) return undefined
  const at = (field: keyof typeof statField): number => Number(fields[statField[field]] ?? 0)
  return { parent: at('parent'), group: at('group'), threads: at('threads'), pages: at('pages') }
}

const numbers = (names: readonly string[]): readonly number[] =>
  names.filter((name) => /^\d+$/.test(name)).map(Number)

/** What a reading of /proc gives; nothing, where the process ended meanwhile. */
function unlessGone<T>(read: () => readonly T[]): readonly T[] {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return []
    throw error
  }
}

/** The children of each process, where the kernel does not say itself whose they are: all are looked through. */
function allChildren(): (pid: number) => readonly number[] {
  const children = new Map<number, number[]>()
  for (const pid of unlessGone(() => numbers(readdirSync('/proc')))) {
    const parent = processOf(pid)?.parent
    if (parent === undefined) continue
    const siblings = children.get(parent)
    if (siblings) siblings.push(pid)
    else children.set(parent, [pid])
  }
  return (pid) => children.get(pid) ?? []
}

/** The children of a process are those of its threads. */
const childrenOf = (pid: number): readonly number[] => {
  const tasks = `/proc/${String(pid)}/task`
  return unlessGone(() => readdirSync(tasks)).flatMap((task) =>
    unlessGone(() => numbers(readFileSync(`${tasks}/${task}/children`, 'latin1').split(' '))),
  )
}

/**
 * Gives the processes that descend from one, itself left out, those nearest to it first. One that begins or ends while this looks may be missing,
 * as may another of the same parent. For one look at several: where the kernel does not say whose children are whose, all are looked through once.
 */
export function lookBelow(): (pid: number) => readonly number[] {
  const children = existsSync('/proc/thread-self/children') ? childrenOf : allChildren()
  return (pid) => {
    const found: number[] = []
    for (let level: readonly number[] = [pid]; level.length > 0;) {
      level = level.flatMap(children)
      found.push(...level)
    }
    return found
  }
}
