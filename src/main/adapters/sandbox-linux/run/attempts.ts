import { realpathSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, join, posix } from 'node:path'
import { z } from 'zod'
import { asBytes, bytesOf, folderOf, lastName, onDisk, textOf, type BytePath } from '../byte-path'
import { GitTouches } from '../repositories/git-touches'

const pid = z.number().optional()
const place = z.string().regex(/^\//).max(8300)
/**
 * One line of the observing program's: a write-intent call with its path, already absolute, one character for each byte, and
 * with the real name that it did the call with (`at`), where that is another; a
 * connection or message with its address, two digits for each byte, or the path of a socket that it kept the command from; a Unix socket
 * that commands do not get; that processes
 * of the command still ran when it ended; with which code one failed that the command's own process started, said of the first; or that a line is missing. Paths and addresses were read from an untrusted process.
 */
const Report = z.union([
  z.object({ syscall: z.string().max(40), path: place, at: place.optional(), pid }),
  z.object({
    syscall: z.enum(['connect', 'sendto']),
    address: z.string().regex(/^(?:[0-9a-f]{8}|[0-9a-f]{32})$/),
    port: z.number().int().min(0).max(65_535),
  }),
  z.object({ syscall: z.literal('socket') }),
  z.object({ left: z.literal(true) }),
  z.object({ failed: z.number().int().min(1).max(255) }),
  z.object({ lost: z.literal(true) }),
])

/** A run may report this many different attempts; more would only be noise, and memory. */
const maxAttempts = 500

/**
 * One write that a command tried; whether anything stopped it is not known from this. `path` is absolute. A rename is two:
 * `from` what is there, `to` the name that it is to have.
 */
export interface Attempt {
  readonly syscall: string
  readonly path: string
  readonly role?: 'from' | 'to'
}

/** An address that a command tried to reach, most significant byte first. */
export interface TriedAddress {
  readonly syscall: 'connect' | 'sendto'
  readonly bytes: readonly number[]
  readonly port: number
}

/** The attempts at writing of a run, or of a part of it, and the sockets of the machine that it was kept from. `overflowed`: there were more. */
export interface WritesSeen {
  readonly overflowed: boolean
  readonly sockets: Iterable<string>
  all(): readonly Attempt[]
}

/** Collects a run's attempts, each once, up to a limit; whatever is reported is bytes, as `latin1` decodes them. */
export class AttemptList {
  readonly #seen = new Map<string, Attempt>()
  /** What was done where git folders are or can come to be; nothing of it is left out. */
  readonly git = new GitTouches()
  readonly #addresses = new Map<string, TriedAddress>()
  /** Whether the command asked for a Unix socket that it cannot have, and got none. */
  unixSocket = false
  /** Whether what it started still ran when the command itself had ended, and was ended with it. */
  left = false
  /** The exit code of the first process to fail of those that the command's own one started; undefined: none did. */
  failedPart: number | undefined
  /** The sockets of the machine that it wanted to reach, and was kept from. */
  readonly sockets = new Set<string>()
  /** There were more attempts than were kept. */
  overflowed = false
  /** The processes whose last report was the first name of a rename, and that name. */
  readonly #renaming = new Map<number | undefined, BytePath>()

  /** Takes one line of the observing program's; whatever is no report is passed over. */
  read(line: string): void {
    let json: unknown
    try {
      json = JSON.parse(line)
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
      this.git.uncertain = true // a report that cannot be read
      return
    }
    const report = Report.safeParse(json)
    if (!report.success || 'lost' in report.data) {
      this.git.uncertain = true
      return
    }
    if ('left' in report.data) this.left = true
    else if ('failed' in report.data) this.failedPart = report.data.failed
    else if ('address' in report.data) this.#tried(report.data)
    else if ('path' in report.data) this.#named(report.data)
    else this.unixSocket = true
  }

  #tried({ syscall, address, port }: Extract<z.infer<typeof Report>, { address: string }>): void {
    if (this.#addresses.size >= maxAttempts) return
    const bytes = [...Buffer.from(address, 'hex')]
    this.#addresses.set(`${syscall} ${address} ${String(port)}`, { syscall, bytes, port })
  }

  #named(report: Extract<z.infer<typeof Report>, { path: string }>): void {
    const { syscall, pid } = report
    if (syscall === 'connect') {
      if (this.sockets.size < maxAttempts) this.sockets.add(textOf(asBytes(posix.normalize(report.path))))
      return
    }
    const bytes = asBytes(posix.normalize(report.path))
    const real = report.at === undefined ? bytes : asBytes(posix.normalize(report.at))
    this.git.note(syscall, real)
    const role = syscall.startsWith('rename') ? this.#roleOf(pid, real) : undefined
    if (this.#seen.size >= maxAttempts) {
      this.overflowed = true
      return
    }
    const path = textOf(bytes)
    this.#seen.set(`${syscall} ${role ?? ''} ${path}`, { syscall, path, ...(role && { role }) })
  }

  /** The kernel reports both names of a rename, the old one first. */
  #roleOf(pid: number | undefined, real: BytePath): 'from' | 'to' {
    const from = this.#renaming.get(pid)
    if (from === undefined) this.#renaming.set(pid, real)
    else this.git.turn(from, real)
    if (from !== undefined) this.#renaming.delete(pid)
    return from === undefined ? 'from' : 'to'
  }

  /** The addresses that were to be reached, in order of their first report. */
  addresses(): readonly TriedAddress[] {
    return [...this.#addresses.values()]
  }

  /** What was seen, in order of its first report. */
  all(): readonly Attempt[] {
    return [...this.#seen.values()]
  }

  /** How many attempts at writing, and sockets, are kept. */
  get size(): number {
    return this.#seen.size + this.sockets.size
  }

  /** What was seen since this was asked last, and is kept no more, so that a run that goes on never has too many. */
  take(): WritesSeen {
    const [seen, sockets, { overflowed }] = [this.all(), [...this.sockets], this]
    this.#seen.clear()
    this.sockets.clear()
    this.overflowed = false
    return { all: () => seen, sockets, overflowed }
  }
}

/** Calls that act on the name itself: a link at the end of the path is not followed by the kernel. */
const actsOnName = /^(unlink|rmdir|rename|mkdir|mknod|link|symlink|bind|lchown|lsetxattr|lremovexattr)|_excl$/

/** The path with its links followed, as far as it is there; links that lead round leave it as it was given. */
export function realPlace(path: BytePath): BytePath {
  for (let folder = path, rest = ''; ; rest = join(lastName(folder), rest), folder = folderOf(folder)) {
    try {
      return asBytes(posix.join(realpathSync.native(onDisk(folder), 'latin1'), rest))
    } catch (error) {
      if (folder === '/' || !(error instanceof Error)) return path
    }
  }
}

/** The attempt with the path that the kernel would have acted on, links followed where it follows them. */
export function atRealPlace({ path, ...attempt }: Attempt): Attempt {
  return {
    ...attempt,
    path: actsOnName.test(attempt.syscall)
      ? posix.join(textOf(realPlace(bytesOf(dirname(path)))), basename(path))
      : textOf(realPlace(bytesOf(path))),
  }
}

/** Whether something could be renamed to this: nothing is there, or what can be replaced. */
async function canBeTaken(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined) // missing, or in no folder
  if (!found) return exists(dirname(path))
  return !found.isDirectory() || (await readdir(path).catch(() => ['?'])).length === 0
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path)
    return true
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}

const needsTarget =
  /^(unlink|rmdir|rename|chmod|fchmod|chown|lchown|fchown|truncate|utime|utimens|futimesat|setxattr)/
const makesEntry = /^(mkdir|mknod|link|symlink|bind)|_excl$/

/** Whether the sandbox, rather than a file that is missing or already there, is why this attempt came to nothing. */
export async function couldHappen(attempt: Attempt): Promise<boolean> {
  if (attempt.role === 'to') return canBeTaken(attempt.path)
  if (makesEntry.test(attempt.syscall)) return !(await exists(attempt.path)) && exists(dirname(attempt.path))
  return exists(needsTarget.test(attempt.syscall) ? attempt.path : dirname(attempt.path))
}
