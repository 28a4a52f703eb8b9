import type { TextDiff } from '../ports/patch-files'
import { secretLines } from '@shared/domain/secret-lines'
import { boundText, type IsTold } from './file-changes'
import type { PlannedFile, Touchable } from './planned-file'
import { isWithin } from '../shell/paths'

/** Characters of one turn's diff; it is shown, recorded and sent after every patch. */
const maxDiff = 1024 * 1024

const textOf = (target: Touchable): string | undefined => (target.kind === 'file' ? target.text : undefined)

/**
 * The files that one turn's patches touched: what each held before the turn's first patch to it, and what it holds after
 * the last. Undefined stands for no file. Make one for each turn. Symbolic links are left out: they have no text. Of files whose texts are not
 * the agent's to tell it has the names, and no line.
 */
export class TouchedFiles {
  readonly #baseline = new Map<string, string | undefined>()
  readonly #current = new Map<string, string | undefined>()

  readonly #closed = new Set<string>()

  /** Takes note of a patch that was applied. */
  record(files: readonly PlannedFile[], isTold: IsTold): void {
    for (const { before, after, move, path } of files) {
      if (before.kind === 'link') continue
      // A text that goes to another name is the same text.
      if (!isTold(before.place, path) || (move && !isTold(move.target.place, move.path)))
        for (const each of [before, ...(move ? [move.target] : [])]) this.#closed.add(each.place)
      this.#note(before.place, textOf(before), move ? undefined : after)
      if (move && move.target.kind !== 'link') this.#note(move.target.place, textOf(move.target), after)
    }
  }

  /** One unified diff over all of them, names relative to `cwd` where they are below it; '' when nothing differs. */
  diff(cwd: string, textDiff: TextDiff): string {
    const places = [...this.#baseline.keys()].sort()
    const diffs = places.map((place) => {
      const name = isWithin(place, cwd) ? place.slice(cwd === '/' ? 1 : cwd.length + 1) : place.slice(1)
      const whole = textDiff.file(name, this.#baseline.get(place), this.#current.get(place))
      const begin = this.#closed.has(place) ? whole.search(/(?<=\n)(?:--- |@@ )/) : -1
      return begin === -1 ? whole : `${whole.slice(0, begin)}${secretLines}\n`
    })
    return boundText(diffs.join(''), maxDiff).text
  }

  #note(place: string, before: string | undefined, after: string | undefined): void {
    if (!this.#baseline.has(place)) this.#baseline.set(place, before)
    this.#current.set(place, after)
  }
}
