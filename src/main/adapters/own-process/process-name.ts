import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

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
export const statField = { state: 0, parent: 1, group: 2, threads: 17, started: 19, pages: 21 } as const

/** Dead, but not collected by its parent: in a container whose first process collects nobody, for as long as that runs. */
const ended = new Set(['Z', 'X'])

/** Whether this very process still lives, and not a later one of the same number. `started` '': the number has to do. */
export function lives(pid: number, started: string): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const fields = statFields(pid)
  if (fields && ended.has(fields[statField.state] ?? '')) return false
  return started === '' || fields?.[statField.started] === started
}

/** The pid namespace that holds all others, whose number is fixed (linux/proc_ns.h). */
const initialNamespace = 0xef_ff_ff_fc

const short = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 6)

/** Where a process number means this process: a pid namespace, a start of the machine, a host's name. */
interface Where {
  /** Its distance from the first one, so that names stay short: those of sockets have little room. */
  readonly namespace: string
  readonly boot: string
  readonly host: string
}

function whereHere(): Where {
  const host = short(hostname())
  try {
    const [, inode = ''] = /\[(\d+)\]/.exec(readlinkSync('/proc/self/ns/pid')) ?? []
    return {
      namespace: (Number(inode) - initialNamespace).toString(36),
      boot: short(readFileSync('/proc/sys/kernel/random/boot_id', 'latin1')),
      host,
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return { namespace: '', boot: '', host }
  }
}

function whenAsked(): () => Where {
  let known: Where | undefined
  return () => (known ??= whereHere())
}

/** It stays the same while the process lives. */
const here = whenAsked()

/**
 * Names this process for good: `<pid>-<start>.<namespace>.<boot>.<host>-`, for the beginning of the names of what it puts on the file system.
 * The home may be shared with a container, where the same number is another process.
 */
export function ownPrefix(): string {
  const { namespace, boot, host } = here()
  return `${String(process.pid)}-${startOf(process.pid)}.${namespace}.${boot}.${host}-`
}

/** A prefix of a process, the earlier form without a place included. */
export const prefixForm = /^(\d+)-(\d*)(?:\.(-?[\da-z]*)\.([\da-f]*)\.([\da-f]+))?-/

/** Whether some process that can be seen from here has this number in a namespace below, and began then. */
function livesBelow(pid: string, started: string): boolean {
  return readdirSync('/proc').some((each) => {
    if (!/^\d+$/.test(each) || startOf(Number(each)) !== started) return false
    const numbers = /^NSpid:(.*)$/m.exec(statusOf(each))?.[1]?.trim().split('\t') ?? []
    return numbers.length > 1 && numbers.at(-1) === pid
  })
}

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'latin1')
  } catch (error) {
    if (error instanceof Error && 'code' in error) return ''
    throw error
  }
}

/**
 * Whether a name that begins so belongs to a process that is gone; false for any other name, and for a process that cannot be seen from here: on another
 * host, or in a pid namespace beside or above this one. A container that starts again has its host's name still: what an earlier life of it left
 * is left behind.
 */
export function isLeftBehind(name: string): boolean {
  const [, pid, started = '', namespace, boot, host] = prefixForm.exec(name) ?? []
  if (pid === undefined) return false
  const own = here()
  if (namespace === undefined || (namespace === own.namespace && boot === own.boot && host === own.host))
    return !lives(Number(pid), started)
  if (boot === own.boot) {
    if (livesBelow(pid, started)) return false
    if (own.namespace === '0') return true // the first one sees every process of this machine
  }
  if (host !== own.host) return false
  return boot !== own.boot || namespace !== '0'
}
