import type { Token } from '../highlight'
import type { Span } from './line-pairs'

/** A piece of a line as it is drawn: its colour, and whether the other line does not have it. */
export interface LinePiece extends Token {
  readonly changed: boolean
}

/** A line cut where its colour or what is said of it changes; joined, the pieces are the line. */
export function linePieces(
  text: string,
  tokens: readonly Token[] | undefined,
  changed: readonly Span[],
): readonly LinePiece[] {
  const pieces: LinePiece[] = []
  let at = 0
  for (const token of tokens ?? [{ text }]) {
    const end = at + token.text.length
    while (at < end) {
      const span = changed.find(({ from, to }) => from < end && to > at)
      const inside = span !== undefined && span.from <= at
      const to = span === undefined ? end : Math.min(end, inside ? span.to : span.from)
      const { className } = token
      const piece = token.text.slice(at - end + token.text.length, to - end + token.text.length)
      pieces.push({ text: piece, ...(className !== undefined && { className }), changed: inside })
      at = to
    }
  }
  return pieces
}
