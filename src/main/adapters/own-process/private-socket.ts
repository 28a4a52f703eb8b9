import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, readFileSync, renameSync } from 'node:fs'
import { hostname } from 'node:os'
import { connect, type Server, type Socket } from 'node:net'
import type { PrivateFolder } from './private-folder'

/** What is older than this and should stay for a moment only was left by a process that is gone. */
const leftAfterMs = 60_000

/** Several machines and containers may share a home, and none of them can connect to the socket of another. */
export function ofThisMachine(): string {
  let boot = ''
  if (process.platform === 'linux') boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
  return createHash('sha256').update(`${hostname()}\n${boot}`).digest('hex').slice(0, 16)
}

/** A socket that is connected there, or the system's code for why there is none. */
export function connected(path: string): Promise<Socket | string> {
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? error.message)
    })
    socket.once('connect', () => {
      resolve(socket)
    })
  })
}

/** The system's code for why nobody can connect there; undefined: somebody can. */
export async function connects(path: string): Promise<string | undefined> {
  const socket = await connected(path)
  if (typeof socket === 'string') return socket
  socket.on('error', () => undefined)
  socket.destroy()
  return undefined
}

/**
 * Has a server wait at `NAME.sock` of a folder, for this user alone. Whoever finds that name can connect: one that refuses was left by a process that is gone.
 * Rejects with the system's error where it cannot wait there; a connection that cannot be taken later ends nothing.
 */
export async function listenIn(server: Server, folder: PrivateFolder, name: string): Promise<void> {
  const fresh = folder.at(`${name}.new`)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(fresh, resolve)
  })
  server.removeAllListeners('error').on('error', () => undefined)
  chmodSync(fresh, 0o600)
  renameSync(fresh, folder.at(`${name}.sock`))
}

/** Takes away what processes that were killed have left in a folder: sockets of `counts` at which nobody waits, and what is old of what should stay for a moment only. */
export async function clearLeft(folder: PrivateFolder, counts: (name: string) => boolean): Promise<void> {
  for (const name of folder.names()) {
    if (name.endsWith('.sock')) {
      if (counts(name) && (await connects(folder.at(name))) === 'ECONNREFUSED') folder.drop(name)
    } else if ((name.endsWith('.new') || name.startsWith('proof-')) && ageOf(folder, name) > leftAfterMs)
      folder.drop(name)
  }
}

/** How long ago a name of a folder was made or written, in milliseconds; 0 for one that is gone. */
export function ageOf(folder: PrivateFolder, name: string): number {
  const stats = lstatSync(folder.at(name), { throwIfNoEntry: false })
  return stats === undefined ? 0 : Date.now() - stats.mtimeMs
}
