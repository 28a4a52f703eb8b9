import { randomUUID } from 'node:crypto'
import { untoldPath } from '@shared/domain/what-was-read'

/** So many names are remembered; the others share one stand-in, which is nobody's. */
const mostNames = 20_000

/**
 * Names that only a withheld text holds and that nothing bears: words of that text, which a list of what was read must not repeat. Each
 * has a stand-in, which says nothing to anybody and is taken for it here; one of an engine that ended is nobody's.
 */
export class UntoldNames {
  readonly #own = randomUUID().slice(0, 8)
  readonly #names = new Map<string, string>()
  readonly #paths = new Map<string, string>()
  /** Goes into digests that hold such a name, so that it cannot be guessed from one. */
  readonly salt = randomUUID()

  /** What stands for a path from now on. */
  standIn(path: string): string {
    const known = this.#names.get(path)
    if (known !== undefined) return known
    if (this.#names.size >= mostNames) return untoldPath(this.#own)
    const name = untoldPath(`${this.#own}-${String(this.#names.size + 1)}`)
    this.#names.set(path, name)
    this.#paths.set(name, path)
    return name
  }

  /** The path that a stand-in of ours stands for. */
  pathOf(standIn: string): string | undefined {
    return this.#paths.get(standIn)
  }
}
