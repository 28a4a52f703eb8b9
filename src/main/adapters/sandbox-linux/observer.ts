import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { lstat } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, posix } from 'node:path'
import { z } from 'zod'
import type { Evidence } from '@shared/domain/evidence'
import { isUnder } from './writable-roots'

/** One line of the helper: a write-intent call, its path already absolute. The path was read from an untrusted process. */
const Attempt = z.object({ syscall: z.string().max(40), path: z.string().min(1).max(4096) })

/** A run may report this many different attempts; more would only be noise, and memory. */
const maxAttempts = 500

/** Listens to one run. `finish` closes it and returns what the policy refused among what was attempted. */
export interface Observation {
  readonly socket: string
  finish(writable: readonly string[]): Promise<readonly Evidence[]>
}

/** Calls that act on the name itself: a link at the end of the path is not followed by the kernel. */
const actsOnName = /^(unlink|rmdir|rename|mkdir|mknod|link|symlink|lchown|lsetxattr|lremovexattr)/

function placeOf(attempt: { readonly syscall: string; readonly path: string }): string {
  return actsOnName.test(attempt.syscall)
    ? posix.join(realPlace(dirname(attempt.path)), basename(attempt.path))
    : realPlace(attempt.path)
}

/** Deeper links than this resolve to nothing here: the attempt is then judged by the path as it was given. */
function realPlace(path: string): string {
  for (let folder = path, rest = ''; ; rest = join(basename(folder), rest), folder = dirname(folder)) {
    try {
      return posix.join(realpathSync(folder), rest)
    } catch (error) {
      if (folder === '/' || !(error instanceof Error)) return path
    }
  }
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
async function couldHappen(attempt: { syscall: string; path: string }): Promise<boolean> {
  if (makesEntry.test(attempt.syscall)) return !(await exists(attempt.path)) && exists(dirname(attempt.path))
  return exists(needsTarget.test(attempt.syscall) ? attempt.path : dirname(attempt.path))
}

/** Bubblewrap's own /dev and /proc answer for themselves: what they refuse is no question of policy. */
const isKernelPlace = (path: string): boolean => ['/dev', '/proc', '/sys'].some((root) => isUnder(path, root))

/**
 * Listens for the kernel's reports of one run (the seccomp observer that sandbox-runtime ships). What comes in is an
 * attempt, not a refusal, and its text is untrusted: it is intersected with the policy and serves to explain and to
 * propose, never to decide. A socket that cannot be made yields undefined: the run is then without evidence.
 */
export async function observe(backend: string): Promise<Observation | undefined> {
  const attempts = new Map<string, z.infer<typeof Attempt>>()
  const connections = new Set<Socket>()
  const read = (line: string): void => {
    let json: unknown
    try {
      json = JSON.parse(line)
    } catch (error) {
      if (error instanceof SyntaxError) return // not a report
      throw error
    }
    const parsed = Attempt.safeParse(json)
    if (!parsed.success || !parsed.data.path.startsWith('/') || attempts.size >= maxAttempts) return
    const path = posix.normalize(parsed.data.path)
    const key = `${parsed.data.syscall} ${path}`
    if (!attempts.has(key)) attempts.set(key, { syscall: parsed.data.syscall, path })
  }
  let folder: string
  let server: Server
  try {
    folder = mkdtempSync(join(tmpdir(), 'cs-'))
    server = await listen(join(folder, 'o'), (connection) => {
      connections.add(connection)
      readLines(connection, read)
      connection.once('close', () => connections.delete(connection))
    })
  } catch (error) {
    if (error instanceof Error) return undefined // contained all the same; the denial is then reported as a guess
    throw error
  }
  return {
    socket: join(folder, 'o'),
    async finish(writable) {
      await quiet(server, connections)
      rmSync(folder, { recursive: true, force: true })
      const seen = [...attempts.values()].map(({ syscall, path }) => ({
        syscall,
        path: placeOf({ syscall, path }),
      }))
      const refused = seen.filter(
        ({ path }) => !isKernelPlace(path) && !writable.some((root) => isUnder(path, root)),
      )
      const real = await Promise.all(refused.map(couldHappen))
      return refused
        .filter((_, at) => real[at])
        .map(({ syscall, path }) => ({
          kind: 'write',
          target: path,
          operation: syscall,
          source: 'kernel',
          backend,
        }))
    },
  }
}

function listen(path: string, onConnection: (connection: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(onConnection)
    server.once('error', reject)
    server.listen(path, () => {
      resolve(server)
    })
  })
}

function readLines(connection: Socket, onLine: (line: string) => void): void {
  let rest = ''
  connection.setEncoding('utf8')
  connection.on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = (lines.pop() ?? '').slice(0, 16_384)
    lines.forEach(onLine)
  })
  connection.on('error', () => connection.destroy()) // the run is over for this observer
}

/** Waits until the helper has closed its end, at most 200 ms, so that the last report is not lost. */
async function quiet(server: Server, connections: ReadonlySet<Socket>): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      for (const connection of connections) connection.destroy()
    }, 200)
    server.close(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
