import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** A TCP socket that listens: its port, how it is reached from its own network, whose it is, and the kernel's number of it. */
export interface Listener {
  readonly port: number
  readonly address: string
  readonly uid: number
  readonly inode: string
}

const listening = '0A'

/** A number of the kernel's lists as bytes: four at a time, each four the other way round. */
function bytesOf(hex: string): readonly number[] {
  const words = hex.match(/.{8}/g) ?? []
  return words.flatMap((word) => (word.match(/../g) ?? []).reverse().map((byte) => parseInt(byte, 16)))
}

/** The address that leads to a socket which listens there; what listens everywhere is reached at the loopback. */
function addressOf(hex: string): string {
  const bytes = bytesOf(hex)
  const nowhere = bytes.every((byte) => byte === 0)
  if (bytes.length === 4) return nowhere ? '127.0.0.1' : bytes.join('.')
  const mapped = bytes.slice(0, 12).join() === '0,0,0,0,0,0,0,0,0,0,255,255'
  if (mapped) return bytes.slice(12).join('.')
  return nowhere ? '::1' : (hexGroups(bytes) ?? '::1')
}

function hexGroups(bytes: readonly number[]): string | undefined {
  if (bytes.length !== 16) return undefined
  return Array.from({ length: 8 }, (_, at) =>
    (((bytes[2 * at] ?? 0) << 8) | (bytes[2 * at + 1] ?? 0)).toString(16),
  ).join(':')
}

/** What listens, of the text of /proc/PID/net/tcp or tcp6. Lines that are none are left out. */
export function listenersIn(text: string): readonly Listener[] {
  return text.split('\n').flatMap((line) => {
    const [, local = '', , state, , , , uid, , inode = ''] = line.trim().split(/\s+/)
    const [address = '', port = ''] = local.split(':')
    if (state !== listening || !/^(?:[0-9A-F]{8}|[0-9A-F]{32})$/.test(address)) return []
    return [{ port: parseInt(port, 16), address: addressOf(address), uid: Number(uid), inode }]
  })
}

const orNothing = <T>(read: () => T, nothing: T): T => {
  try {
    return read()
  } catch (error) {
    if (error instanceof Error && 'code' in error) return nothing // it has ended
    throw error
  }
}

/** What listens in the network of a process; nothing where it has ended, or is (still) in another network than this one. */
export function listenersOf(pid: number, network: string): readonly Listener[] {
  const place = `/proc/${String(pid)}`
  if (orNothing(() => readlinkSync(`${place}/ns/net`), '') !== network) return []
  return ['tcp', 'tcp6'].flatMap((list) =>
    listenersIn(orNothing(() => readFileSync(`${place}/net/${list}`, 'latin1'), '')),
  )
}

/** The kernel's numbers of the sockets that a process holds. */
export function socketsOf(pid: number): readonly string[] {
  const place = `/proc/${String(pid)}/fd`
  return orNothing(() => readdirSync(place), []).flatMap((fd) => {
    const inode = /^socket:\[(\d+)\]$/.exec(orNothing(() => readlinkSync(`${place}/${fd}`), ''))?.[1]
    return inode === undefined ? [] : [inode]
  })
}
