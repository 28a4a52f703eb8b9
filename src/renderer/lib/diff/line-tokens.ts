import { highlight } from '../highlight'
import type { Token } from '../highlight'
import type { DiffLine } from '../unified-diff'

/** So many lines are coloured at once, and so many before them are read with them, for what began there. */
const blockLines = 200
const leadLines = 60

/**
 * The coloured pieces of a diff's lines, found for what is looked at. Each side is read as the text that it was, as far as the diff
 * shows it; what cannot be coloured stays plain, without a fault.
 */
export class LineTokens {
  readonly #lines: readonly DiffLine[]
  readonly #language: string
  readonly #colourCode: typeof highlight
  readonly #tokens = new Map<number, readonly Token[]>()
  readonly #asked = new Set<number>()
  readonly #listeners = new Set<() => void>()
  #version = 0

  constructor(lines: readonly DiffLine[], language: string, colour: typeof highlight = highlight) {
    this.#lines = lines
    this.#colourCode = colour
    this.#language = language
  }

  /** The pieces of that line; undefined while they are not known, which has them looked for. */
  at(index: number): readonly Token[] | undefined {
    const block = Math.floor(index / blockLines)
    if (this.#language !== '' && !this.#asked.has(block)) {
      this.#asked.add(block)
      void this.#colour(block)
    }
    return this.#tokens.get(index)
  }

  /** Goes up whenever more is known. */
  readonly version = (): number => this.#version

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async #colour(block: number): Promise<void> {
    const from = block * blockLines
    for (const side of ['del', 'add'] as const)
      for (const part of this.#parts(from, from + blockLines, side)) {
        if (side === 'del' && !part.some((at) => this.#lines[at]?.kind === 'del')) continue
        const code = part.map((at) => textOf(this.#lines[at])).join('\n')
        const lines = await this.#colourCode(code, this.#language)
        part.forEach((at, index) => {
          // What stands on both sides is read as it is after the change.
          if (at >= from) this.#tokens.set(at, lines[index] ?? [])
        })
      }
    this.#version += 1
    for (const listener of this.#listeners) listener()
  }

  /** The lines of one side in that range and a little before it, parted where lines are left out between them. */
  #parts(from: number, to: number, side: 'add' | 'del'): readonly (readonly number[])[] {
    const parts: number[][] = [[]]
    for (let at = Math.max(0, from - leadLines); at < Math.min(to, this.#lines.length); at += 1) {
      const kind = this.#lines[at]?.kind
      if (kind === 'same' || kind === side) parts.at(-1)?.push(at)
      else if (kind === 'hunk' || kind === 'gap') parts.push([])
    }
    return parts.filter((part) => part.length > 0)
  }
}

const textOf = (line: DiffLine | undefined): string => (line !== undefined && 'text' in line ? line.text : '')
