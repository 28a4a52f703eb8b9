import { type ReactNode, memo, useMemo } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { type SplitRow, changedWords, type Span } from '../../lib/diff/line-pairs'
import { UntrustedText } from '../untrusted-text'
import type { Token } from '../../lib/highlight'
import type { HunkChoice } from './hunk-choice'
import type { ShownLines } from './shown-lines'

const words = laterStrings.changes
const signs = { same: ' ', add: '+', del: '−' } as const

interface LineNumberProps {
  number: number | undefined
  /** Chooses the line; absent: it is only a number. */
  onPick?: ((extend: boolean) => void) | undefined
}

function LineNumber({ number, onPick }: LineNumberProps): ReactNode {
  if (onPick === undefined || number === undefined) return <span className="ln">{number}</span>
  return (
    <button
      type="button"
      className="ln"
      tabIndex={-1}
      aria-label={words.pick(number)}
      onClick={(event) => {
        onPick(event.shiftKey)
      }}
    >
      {number}
    </button>
  )
}

interface RowProps {
  shown: ShownLines
  /** Text alone, in the room that it has whole: it goes by too quickly to be read. */
  plain?: boolean
  /** Chooses a line of these; absent: none can be. */
  onPick?: (at: number, extend: boolean) => void
}

/** What came or went is said to those who do not see colours and signs. */
function Said({ kind }: { kind: 'same' | 'add' | 'del' }): ReactNode {
  return kind === 'same' ? undefined : (
    <span className="vh">{kind === 'add' ? words.added : words.removed} </span>
  )
}

/** A piece of a line as it is drawn: its colour, and whether the other line does not have it. */
interface LinePiece extends Token {
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

interface LineTextProps {
  text: string
  tokens: readonly Token[] | undefined
  /** The line that stands for it on the other side, and which side this is. */
  mate?: { readonly text: string; readonly side: 'before' | 'after' } | undefined
}

/** One line of code, with its colours and with what its other side does not have. */
const LineText = memo(
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

/** A line as text with its mate; nothing where there is none. */
function Text({ shown: { lines, tokens, mates }, at }: { shown: ShownLines; at: number }): ReactNode {
  const line = lines[at]
  if (line === undefined || !('text' in line)) return undefined
  const other = lines[mates[at] ?? -1]
  const mate =
    other !== undefined && 'text' in other
      ? { text: other.text, side: line.kind === 'del' ? ('before' as const) : ('after' as const) }
      : undefined
  return (
    <span className="tx">
      <LineText text={line.text} tokens={tokens.at(at)} mate={mate} />
    </span>
  )
}

interface HunkHeadProps {
  text: string
  hunks: HunkChoice
}

/** A hunk's header with the box that takes it or leaves it. */
function HunkHead({ text, hunks }: HunkHeadProps): ReactNode {
  const off = hunks.off ?? (hunks.last === text ? words.lastTaken : undefined)
  return (
    <label className="hunk choose" title={off}>
      <input
        type="checkbox"
        className="check"
        aria-label={words.takeHunk(text)}
        checked={!hunks.left.includes(text)}
        disabled={off !== undefined}
        onChange={(event) => {
          hunks.onTake(text, event.target.checked)
        }}
      />
      <UntrustedText text={text} />
    </label>
  )
}

interface InlineRowProps extends RowProps {
  at: number
  /** Which hunks are taken, where they can be chosen. */
  hunks?: HunkChoice | undefined
  /** It is of a hunk that is left out. */
  left?: boolean | undefined
}

/** One line under the other: its numbers on both sides, its sign, its text. */
export function InlineRow({
  shown,
  at,
  plain = false,
  onPick,
  hunks,
  left = false,
}: InlineRowProps): ReactNode {
  const line = shown.lines[at]
  switch (line?.kind) {
    case undefined:
      return undefined
    case 'hunk':
    case 'remark':
      if (hunks && line.kind === 'hunk') return <HunkHead text={line.text} hunks={hunks} />
      return (
        <div className="hunk">
          <UntrustedText text={line.text} />
        </div>
      )
    case 'gap':
      return <div className="hunk gap">{laterStrings.patch.gap(line.omitted)}</div>
    case 'same':
    case 'add':
    case 'del': {
      if (plain)
        return (
          <div className={`dl plain ${line.kind}`}>
            <UntrustedText text={line.text} />
          </div>
        )
      const pick =
        onPick &&
        ((extend: boolean): void => {
          onPick(at, extend)
        })
      return (
        <div className={`dl${line.kind === 'same' ? '' : ` ${line.kind}`}${left ? ' left' : ''}`}>
          <LineNumber number={line.before} onPick={line.kind === 'del' ? pick : undefined} />
          <LineNumber number={line.after} onPick={pick} />
          <span className="sg" aria-hidden="true">
            {signs[line.kind]}
          </span>
          <Said kind={line.kind} />
          <Text shown={shown} at={at} />
        </div>
      )
    }
  }
}

/** Both sides of a row beside each other; what is of neither goes across. */
export function SideBySideRow({
  shown,
  row,
  plain = false,
  onPick,
}: RowProps & { row: SplitRow }): ReactNode {
  if (row.across !== undefined) return <InlineRow shown={shown} at={row.across} />
  return (
    <div className="dl2">
      <Half shown={shown} at={row.before} side="before" plain={plain} {...(onPick && { onPick })} />
      <Half shown={shown} at={row.after} side="after" plain={plain} {...(onPick && { onPick })} />
    </div>
  )
}

function Half({
  shown,
  at,
  side,
  plain = false,
  onPick,
}: RowProps & { at: number | undefined; side: 'before' | 'after' }): ReactNode {
  const line = at === undefined ? undefined : shown.lines[at]
  if (at === undefined || line === undefined || !('before' in line || 'after' in line))
    return <span className="half none" />
  if (plain)
    return (
      <span className={`half plain ${line.kind}`}>
        <UntrustedText text={line.text} />
      </span>
    )
  return (
    <span className={line.kind === 'same' ? 'half' : `half ${line.kind}`}>
      <LineNumber
        number={line[side]}
        onPick={
          onPick &&
          ((extend) => {
            onPick(at, extend)
          })
        }
      />
      <Said kind={line.kind} />
      <Text shown={shown} at={at} />
    </span>
  )
}
