import { fstatSync, readdirSync, readFileSync, readlinkSync, writeSync } from 'node:fs'

/** One look costs a system call; a reader that has gone is noticed within this time. */
const everyMs = 500
/** A descriptor may be on its way from one process to the next just now: it is looked for once more. */
const againMs = 50

type Look = 'there' | 'gone' | 'unknown'

/** Who holds the reading end of a pipe. */
interface Holder {
  readonly pid: string
  readonly fd: string
}

/** A number or name below /proc; undefined: the process is gone. Throws what else the system says, EACCES above all. */
function looked<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw error
  }
}

const leadsTo = ({ pid, fd }: Holder): string | undefined =>
  looked(() => readlinkSync(`/proc/${pid}/fd/${fd}`))

/** Whether a descriptor is open for reading; the kernel gives its flags in octal. */
function reads({ pid, fd }: Holder): boolean {
  const info = looked(() => readFileSync(`/proc/${pid}/fdinfo/${fd}`, 'latin1')) ?? ''
  const flags = Number.parseInt(/^flags:\s*([0-7]+)/m.exec(info)?.[1] ?? '1', 8)
  return (flags & 3) !== 1
}

/** Processes that were probably started together with this one: its starter, and what stands beside it in a pipeline. */
const nearby = (): readonly string[] =>
  [process.ppid, ...Array.from({ length: 17 }, (_, at) => process.pid + at - 8)].map(String)

/** Another process that can read this pipe. Those of other users cannot be looked into, and are passed over. */
function findHolder(pipe: string, pids: readonly string[] = readdirSync('/proc')): Holder | undefined {
  for (const pid of pids) {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) continue
    try {
      for (const fd of looked(() => readdirSync(`/proc/${pid}/fd`)) ?? [])
        if (leadsTo({ pid, fd }) === pipe && reads({ pid, fd })) return { pid, fd }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error)) throw error // another user's
    }
  }
  return undefined
}

/** Looks after the reader of a pipe. The system does not tell of its end before the next write, so its holder is watched. */
function lookAtPipe(pipe: string): () => Look {
  // One that is gone before all processes are looked through for the first time would never be known.
  let holder = findHolder(pipe, nearby())
  return () => {
    try {
      if (holder && leadsTo(holder) === pipe) return 'there'
    } catch (error) {
      if (error instanceof Error && 'code' in error) return 'unknown' // it has become another user's
      throw error
    }
    const found = findHolder(pipe)
    if (!found) return holder ? 'gone' : 'unknown'
    holder = found
    return 'there'
  }
}

/** A socket says it itself: writing nothing to one that nobody reads is an error. */
function lookAtSocket(fd: number): () => Look {
  return () => {
    try {
      writeSync(fd, Buffer.alloc(0))
      return 'there'
    } catch (error) {
      return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? 'there' : 'gone'
    }
  }
}

function lookerFor(fd: number): (() => Look) | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const stats = fstatSync(fd)
    if (stats.isSocket()) return lookAtSocket(fd)
    const name = stats.isFIFO() ? readlinkSync(`/proc/self/fd/${String(fd)}`) : ''
    // A pipe with a name may find a new reader.
    return name.startsWith('pipe:') ? lookAtPipe(name) : undefined
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // closed, or no /proc
    throw error
  }
}

/**
 * Tells when nobody can read any more what is written to this descriptor, also while nothing is written. `gone` says
 * whether that settles it, or is to be asked again. Pipes and sockets on Linux only; does not keep the process alive, and
 * is never told where it cannot be known (a reader of another user's).
 */
export function watchReader(fd: number, gone: () => 'done' | 'wait'): void {
  const look = lookerFor(fd)
  if (!look) return
  let missed = false
  const next = (): void => {
    const found = look()
    if (found === 'unknown' || (found === 'gone' && missed && gone() === 'done')) return
    missed = found === 'gone'
    setTimeout(next, missed ? againMs : everyMs).unref()
  }
  setTimeout(next, everyMs).unref()
}
