import { closeSync, constants, fstatSync } from 'node:fs'
// oxlint-disable-next-line countersign/no-restricted-imports -- folders are opened by name only, which waits for nobody
import { openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Looks } from '../looks'
import { asBytes, bytesOf, inFolder, lastName, onDisk } from '../byte-path'

/** O_PATH: a descriptor that only names a place; it needs no permission on it and reads nothing. */
const namesOnly = 0o10000000

const isForeign = (uid: number): boolean => uid !== 0 && uid !== process.getuid?.()

/**
 * Does something at an absolute path whose folders all belong to this user or root: another owner could put a link in the place of what lies
 * in a folder of theirs. Each is gone into by name and held open, never through a link; `work` gets a path that leads to this very folder.
 * Undefined, and nothing is done, where one belongs to somebody else. Throws what the file system throws.
 */
export function inOwnFolder<T>(path: string, work: (at: Buffer) => T): T | undefined {
  const place = bytesOf(path)
  let fd = openSync('/', namesOnly | constants.O_DIRECTORY)
  try {
    for (const name of bytesOf(dirname(path)).split('/')) {
      if (isForeign(fstatSync(fd).uid)) return undefined
      if (name === '') continue
      const around = fd
      fd = openSync(inDescriptor(around, name), namesOnly | constants.O_NOFOLLOW | constants.O_DIRECTORY)
      closeSync(around)
    }
    return isForeign(fstatSync(fd).uid) ? undefined : work(inDescriptor(fd, lastName(place)))
  } finally {
    closeSync(fd)
  }
}

const inDescriptor = (fd: number, name: string): Buffer =>
  onDisk(inFolder(asBytes(`/proc/self/fd/${String(fd)}`), name))

/** Whether a folder on the way to what lies at this real path belongs to another user; false where that cannot be told. */
export function liesInForeign(path: string, looks: Looks): boolean {
  for (let at = dirname(path); ; at = dirname(at)) {
    const found = looks.follow(at)
    if (found.kind === 'there' && isForeign(Number(found.stats.uid))) return true
    if (dirname(at) === at) return false
  }
}

/** Whether this belongs to another user than root and this one. */
export const isOthers = ({ uid }: { readonly uid: number }): boolean => isForeign(uid)
