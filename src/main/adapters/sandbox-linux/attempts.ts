import { realpathSync } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { basename, dirname, join, posix } from 'node:path'
import { z } from 'zod'

/** One line of the helper: a write-intent call, its path already absolute. The path was read from an untrusted process. */
const Report = z.object({
  syscall: z.string().max(40),
  path: z.string().min(1).max(4096),
  pid: z.number().optional(),
})

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

/** Collects a run's attempts, each once. `overflowed` says that there were more than were kept. */
export class AttemptList {
  readonly #seen = new Map<string, Attempt>()
  /** The processes whose last report was the first name of a rename. */
  readonly #renaming = new Set<number | undefined>()
  overflowed = false

  /** Takes one line of the helper's; whatever is no report is passed over. */
  read(line: string): void {
    let json: unknown
    try {
      json = JSON.parse(line)
    } catch (error) {
      if (error instanceof SyntaxError) return // not a report
      throw error
    }
    const report = Report.safeParse(json)
    if (!report.success || !report.data.path.startsWith('/')) return
    const { syscall, pid } = report.data
    const role = syscall.startsWith('rename') ? this.#roleOf(pid) : undefined
    if (this.#seen.size >= maxAttempts) {
      this.overflowed = true
      return
    }
    const path = posix.normalize(report.data.path)
    this.#seen.set(`${syscall} ${role ?? ''} ${path}`, { syscall, path, ...(role && { role }) })
  }

  /** The kernel reports both names of a rename, the old one first. */
  #roleOf(pid: number | undefined): 'from' | 'to' {
    if (this.#renaming.delete(pid)) return 'to'
    this.#renaming.add(pid)
    return 'from'
  }

  /** What was seen, in order of its first report. */
  all(): readonly Attempt[] {
    return [...this.#seen.values()]
  }
}

/** Calls that act on the name itself: a link at the end of the path is not followed by the kernel. */
const actsOnName = /^(unlink|rmdir|rename|mkdir|mknod|link|symlink|lchown|lsetxattr|lremovexattr)/

/** Deeper links than this resolve to nothing here: the attempt is then judged by the path as it was given. */
function realPlace(path: string): string {
  for (let folder = path, rest = ''; ; rest = join(basename(folder), rest), folder = dirname(folder)) {
    try {
      return posix.join(realpathSync.native(folder), rest)
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
      ? posix.join(realPlace(dirname(path)), basename(path))
      : realPlace(path),
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
const makesEntry = /^(mkdir|mknod|link|symlink)/

/** Whether the sandbox, rather than a file that is missing or already there, is why this attempt came to nothing. */
export async function couldHappen(attempt: Attempt): Promise<boolean> {
  if (attempt.role === 'to') return canBeTaken(attempt.path)
  if (makesEntry.test(attempt.syscall)) return !(await exists(attempt.path)) && exists(dirname(attempt.path))
  return exists(needsTarget.test(attempt.syscall) ? attempt.path : dirname(attempt.path))
}
