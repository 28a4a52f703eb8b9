import { memo, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { Token } from '../../lib/highlight'
import { changedWords } from '../../lib/diff/line-pairs'
import { linePieces } from '../../lib/diff/line-pieces'
import { UntrustedText } from '../untrusted-text'

interface LineTextProps {
  text: string
  tokens: readonly Token[] | undefined
  /** The line that stands for it on the other side, and which side this is. */
  mate?: { readonly text: string; readonly side: 'before' | 'after' } | undefined
}

/** One line of code, with its colours and with what its other side does not have. */
export const LineText = memo(
  function LineText({ text, tokens, mate }: LineTextProps): ReactNode {
    const other = mate?.text
    const side = mate?.side
    const pieces = useMemo(() => {
      if (other === undefined || side === undefined) return linePieces(text, tokens, [])
      const spans = side === 'before' ? changedWords(text, other).before : changedWords(other, text).after
      return linePieces(text, tokens, spans)
    }, [text, tokens, other, side])
    return pieces.map((piece, index) => {
      if (piece.changed)
        return (
          <mark key={index} className={piece.className}>
            <UntrustedText text={piece.text} />
          </mark>
        )
      return piece.className === undefined ? (
        <UntrustedText key={index} text={piece.text} />
      ) : (
        <span key={index} className={piece.className}>
          <UntrustedText text={piece.text} />
        </span>
      )
    })
  },
  (before, after) =>
    before.text === after.text &&
    before.tokens === after.tokens &&
    before.mate?.text === after.mate?.text &&
    before.mate?.side === after.mate?.side,
)
