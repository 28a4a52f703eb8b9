import type { ChangedText } from '@shared/domain/approval'
import { isUntold, type ReadFile } from '@shared/domain/what-was-read'
import { mayHoldSecrets } from './checks/secret-places'

/** What look-through read of one file and may show. */
export interface ReadText extends ReadFile {
  readonly text: string
}

/** Characters that are kept for one session, in memory alone. */
const mostKept = 4_000_000
/** Files that are told, and characters of one diff and of all. */
const shown = { files: 20, diff: 20_000, all: 60_000 } as const

const keyOf = ({ path, digest }: ReadFile): string => `${digest} ${path}`

/**
 * The texts that were read for a session's requests, so that a change can be shown for what it is: of then and of now exactly what
 * the digests stand for. Nothing that may hold a secret is kept; the oldest goes first.
 */
export class ReadTexts {
  readonly #kept = new Map<string, string>()
  readonly #home: string
  #size = 0

  constructor(home: string) {
    this.#home = home
  }

  keep(texts: readonly ReadText[]): void {
    for (const each of texts) {
      if (mayHoldSecrets(each.path, this.#home)) continue
      const key = keyOf(each)
      this.#size += each.text.length - (this.#kept.get(key)?.length ?? 0)
      // What was asked for last goes last.
      this.#kept.delete(key)
      this.#kept.set(key, each.text)
    }
    for (const [key, text] of this.#kept) {
      if (this.#size <= mostKept) return
      this.#kept.delete(key)
      this.#size -= text.length
    }
  }

  /** What became of those files of an earlier list that changed, as far as it may be shown. Bounded. */
  since(
    then: readonly ReadFile[],
    now: readonly ReadFile[],
    hunks: (before: string, after: string) => string,
  ): readonly ChangedText[] {
    const current = new Map(now.map((each) => [each.path, each]))
    let left: number = shown.all
    const changed = then.filter(({ path, digest }) => {
      const later = current.get(path)
      return later !== undefined && later.digest !== digest && digest !== 'unread' && !isUntold(path)
    })
    return changed.slice(0, shown.files).map((before): ChangedText => {
      const { path } = before
      const after = current.get(path)
      if (mayHoldSecrets(path, this.#home)) return { path, how: 'secret' }
      if (after?.digest === 'missing') return { path, how: 'gone' }
      const [old, text] = [this.#textOf(before), after && this.#textOf(after)]
      if (old === undefined || text === undefined) return { path, how: 'unshown' }
      const diff = hunks(old, text)
      if (diff.length > Math.min(shown.diff, left)) return { path, how: 'large' }
      left -= diff.length
      return { path, how: 'text', diff }
    })
  }

  #textOf(file: ReadFile): string | undefined {
    return file.digest === 'missing' ? '' : this.#kept.get(keyOf(file))
  }
}
