import { closeSync, constants, lstatSync, openSync, readlinkSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, parse, resolve, sep } from 'node:path'
import { isWithin } from '../core/shell/paths'

/** A file that a person named: what is done by `path` is done in the folder that was looked at, whatever comes in its place. */
export interface NamedPlace {
  readonly path: string
  close(): void
}

/** Holds a folder for names in it. Linux alone has it, and Node no name for it. */
const O_PATH = 0o10000000
const folderFlags = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW
/** So many links are followed at most, as by the kernel. */
const mostLinks = 40

function realOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path // not there, so that nothing is behind it
  }
}

/**
 * Where a path leads, whose end need not be there; undefined where it goes by a link that a command of a session could have made: one in `folders`, which sessions
 * work in, or in a temporary folder that policies open. `last`: whether any link is followed in the place of the file itself. Throws what the system says.
 */
export function leadsTo(
  named: string,
  folders: readonly string[],
  last: 'follow' | 'refuse',
): string | undefined {
  const path = resolve(named)
  const reach = [...folders, tmpdir(), '/tmp'].map((folder) => realOf(resolve(folder)))
  const { root } = parse(path)
  const parts = path.slice(root.length).split(sep)
  let at = root
  let links = 0
  for (let part = parts.shift(); part !== undefined; part = parts.shift()) {
    const next = join(at, part)
    if (!lstatSync(next, { throwIfNoEntry: false })?.isSymbolicLink()) {
      at = next
      continue
    }
    links += 1
    const isLast = parts.length === 0 && last === 'refuse'
    if (isLast || links > mostLinks || reach.some((folder) => isWithin(at, folder))) return undefined
    const target = resolve(at, readlinkSync(next))
    at = parse(target).root
    parts.unshift(...target.slice(at.length).split(sep))
  }
  return at
}

/** Holds what `leadsTo` finds, for what opens it next with O_NOFOLLOW. Undefined, and throws, as that does. */
export function holdNamed(
  named: string,
  folders: readonly string[],
  last: 'follow' | 'refuse' = 'refuse',
): NamedPlace | undefined {
  const path = leadsTo(named, folders, last)
  if (path === undefined) return undefined
  if (process.platform !== 'linux') return { path, close: () => undefined }
  const fd = openSync(dirname(path), folderFlags)
  const held = `/proc/self/fd/${String(fd)}`
  const close = (): void => {
    closeSync(fd)
  }
  // A link can have come on the way since.
  if (readlinkSync(held) === dirname(path)) return { path: join(held, basename(path)), close }
  close()
  return undefined
}
