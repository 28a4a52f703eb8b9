import type { Mask } from './mask'
import { isUnder } from '../writable-roots'

interface Running {
  readonly roots: readonly string[]
  readonly pinned: ReadonlySet<string>
}

/**
 * A pin is a writable mount of a folder over itself. A command of another run that made the folder could put a link in
 * its place at the very moment, and the mount would open wherever that leads. So a folder is only pinned when every run
 * under way that works in a root around it has it pinned too; otherwise it is read-only for this run.
 */
export class Pins {
  readonly #running = new Set<Running>()

  /** The masks as they may be laid for a run that begins now in these roots, and the way to say that it is over. */
  begin(
    masks: readonly Mask[],
    roots: readonly string[],
  ): { readonly masks: readonly Mask[]; readonly end: () => void } {
    const safe = (path: string): boolean =>
      [...this.#running].every(
        (run) => run.pinned.has(path) || !run.roots.some((root) => isUnder(path, root)),
      )
    const laid = masks.map((mask): Mask =>
      mask.kind === 'pinned' && !safe(mask.path) ? { kind: 'read-only', path: mask.path } : mask,
    )
    const pinned = new Set(laid.filter((mask) => mask.kind === 'pinned').map((mask) => mask.path))
    const run = { roots, pinned }
    this.#running.add(run)
    return {
      masks: laid,
      end: () => {
        this.#running.delete(run)
      },
    }
  }
}
