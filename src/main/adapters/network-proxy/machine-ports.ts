// oxlint-disable-next-line countersign/no-restricted-imports -- the kernel's own files, and the system's list of users
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import type { MachineServer } from '@shared/domain/machine-server'
import type { LookAtPort } from '../../core/network/machine-port'
import { listenersIn, socketsOf, type Listener } from '../own-process/listening-sockets'
import { textNow } from '../regular-file/text-in-place'

/** More servers than this behind one port are not named. */
const maxServers = 4

const reached = new Set(['127.0.0.1', '0:0:0:0:0:0:0:1', '::1'])

const orUndefined = <T>(read: () => T): T | undefined => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return undefined // it has ended, or is another user's
    throw error
  }
}

/** What listens on the port, at whatever address; undefined where the kernel's list cannot be read. */
function listenersOn(port: number): readonly Listener[] | undefined {
  const v4 = orUndefined(() => readFileSync('/proc/self/net/tcp', 'latin1'))
  // Without IPv6 there is no such list.
  const v6 = orUndefined(() => readFileSync('/proc/self/net/tcp6', 'latin1')) ?? ''
  return v4 === undefined ? undefined : listenersIn(`${v4}\n${v6}`).filter((each) => each.port === port)
}

const programFile = (pid: number): string | undefined =>
  orUndefined(() => readlinkSync(`/proc/${String(pid)}/exe`))?.replace(/ \(deleted\)$/, '')

/** A longer `package.json` than ours, in bytes. */
const largestProject = 256 * 1024

/** Whether a word of a process's command line is the script of a Countersign, whichever version. */
function isOwnScript(word: string, pid: number): boolean {
  if (!/(?:^|\/)(?:cli|index)\.js$/.test(word)) return false
  const folder = orUndefined(() => readlinkSync(`/proc/${String(pid)}/cwd`)) ?? '/'
  const project = join(dirname(resolve(folder, word)), '../..', 'package.json')
  // What lies there may be anybody's: where it cannot be read at once, it counts as an engine's.
  const file = orUndefined(() => realpathSync(project))
  const text = file === undefined ? '' : textNow(file, largestProject)
  return text === undefined || /"name":\s*"countersign"/.test(text)
}

/** Whether a process is an engine, by what was started: this one, the application, or the command line's script. */
function isEngine(pid: number): boolean {
  if (pid === process.pid) return true
  const file = programFile(pid) ?? ''
  if (/^countersign/i.test(basename(file))) return true
  if ('electron' in process.versions && file === process.execPath) return true
  const words = orUndefined(() => readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8'))?.split('\0') ?? []
  // The program and, where that is an interpreter, its script, perhaps behind an option.
  return words.slice(0, 3).some((word) => basename(word) === 'countersign' || isOwnScript(word, pid))
}

function programOf(pid: number): string | undefined {
  const file = programFile(pid)
  if (file !== undefined) return basename(file)
  return orUndefined(() => readFileSync(`/proc/${String(pid)}/comm`, 'utf8'))?.trim()
}

function userOf(uid: number): string {
  const own = userInfo()
  if (uid === own.uid) return own.username
  const users = orUndefined(() => readFileSync('/etc/passwd', 'utf8')) ?? ''
  const [name] = users.split('\n').flatMap((line) => {
    const [user = '', , number] = line.split(':')
    return Number(number) === uid ? [user] : []
  })
  return name ?? `uid ${String(uid)}`
}

/** The processes that hold these sockets, as far as they can be seen, the first of each. */
function holdersOf(inodes: ReadonlySet<string>): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const name of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    if (found.size === inodes.size) break
    for (const inode of socketsOf(Number(name)))
      if (inodes.has(inode) && !found.has(inode)) found.set(inode, Number(name))
  }
  return found
}

/** What is known of one listening socket. */
interface Owner {
  readonly engine: boolean
  readonly server: MachineServer
}

/**
 * The look at this machine's loopback that one run's gate has. A socket is looked up once: who holds it is found among all
 * processes, which takes a while. Elsewhere than on Linux nothing can be told.
 */
export function createPortLook(): LookAtPort {
  const owners = new Map<string, Owner>()
  return (port) => {
    const listeners = listenersOn(port)
    if (!listeners) return undefined
    const own = new Set(socketsOf(process.pid))
    const unknown = listeners.filter(({ inode }) => !owners.has(inode))
    const holders =
      unknown.length > 0 ? holdersOf(new Set(unknown.map(({ inode }) => inode))) : new Map<string, number>()
    for (const { inode, uid } of unknown) {
      const pid = holders.get(inode)
      const program = pid === undefined ? undefined : programOf(pid)
      const engine = own.has(inode) || (pid !== undefined && isEngine(pid))
      owners.set(inode, { engine, server: { ...(program !== undefined && { program }), user: userOf(uid) } })
    }
    const found = listeners.flatMap((each) => {
      const owner = owners.get(each.inode)
      return owner ? [{ ...owner, address: each.address }] : []
    })
    const servers = found.filter(({ address }) => reached.has(address)).map(({ server }) => server)
    const distinct = [...new Map(servers.map((server) => [JSON.stringify(server), server])).values()]
    return { engines: found.some(({ engine }) => engine), servers: distinct.slice(0, maxServers) }
  }
}
