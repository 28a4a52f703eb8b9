import { chmodSync, chownSync } from 'node:fs'
import { entryAt } from '../../regular-file/entry-at'

/** What bubblewrap binds into its /dev from the machine's: these nodes are everybody's. */
const shared = ['null', 'zero', 'full', 'random', 'urandom', 'tty'].map((name) => `/dev/${name}`)

/** The device nodes as they were before a run. */
export interface DeviceWatch {
  /** Gives back the modes and owners that were changed, and says of which nodes. Called again it does nothing. */
  restore(): readonly string[]
}

/**
 * Root owns the machine's device nodes, and a mount that is read-only could not be used as a device under bubblewrap. So
 * a command that runs as root can change their modes and owners, and the engine changes them back. Nobody else can.
 */
export function watchDevices(uid: number | undefined): DeviceWatch {
  let before = uid === 0 ? shared.map((path) => ({ path, found: entryAt(path) })) : []
  return {
    restore() {
      const noted = before
      before = []
      return noted.flatMap(({ path, found }) => {
        const again = entryAt(path)
        if (found.kind !== 'there' || again.kind !== 'there') return []
        const [was, now] = [found.stats, again.stats]
        if (was.mode === now.mode && was.uid === now.uid && was.gid === now.gid) return []
        chownSync(path, Number(was.uid), Number(was.gid))
        chmodSync(path, Number(was.mode) & 0o7777)
        return [path]
      })
    },
  }
}
