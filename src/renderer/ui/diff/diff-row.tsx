import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import type { SplitRow } from '../../lib/diff/line-pairs'
import { UntrustedText } from '../untrusted-text'
import { LineText } from './line-text'
import type { ShownLines } from './shown-lines'

const words = strings.changes
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
  /** Chooses a line of these; absent: none can be. */
  onPick?: (at: number, extend: boolean) => void
}

/** What came or went is said to those who do not see colours and signs. */
function Said({ kind }: { kind: 'same' | 'add' | 'del' }): ReactNode {
  return kind === 'same' ? undefined : (
    <span className="vh">{kind === 'add' ? words.added : words.removed} </span>
  )
}

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

/** One line under the other: its numbers on both sides, its sign, its text. */
export function InlineRow({ shown, at, onPick }: RowProps & { at: number }): ReactNode {
  const line = shown.lines[at]
  switch (line?.kind) {
    case undefined:
      return undefined
    case 'hunk':
    case 'remark':
      return (
        <div className="hunk">
          <UntrustedText text={line.text} />
        </div>
      )
    case 'gap':
      return <div className="hunk gap">{strings.patch.gap(line.omitted)}</div>
    case 'same':
    case 'add':
    case 'del': {
      const pick =
        onPick &&
        ((extend: boolean): void => {
          onPick(at, extend)
        })
      return (
        <div className={line.kind === 'same' ? 'dl' : `dl ${line.kind}`}>
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
export function SideBySideRow({ shown, row, onPick }: RowProps & { row: SplitRow }): ReactNode {
  if (row.across !== undefined) return <InlineRow shown={shown} at={row.across} />
  return (
    <div className="dl2">
      <Half shown={shown} at={row.before} side="before" {...(onPick && { onPick })} />
      <Half shown={shown} at={row.after} side="after" {...(onPick && { onPick })} />
    </div>
  )
}

function Half({
  shown,
  at,
  side,
  onPick,
}: RowProps & { at: number | undefined; side: 'before' | 'after' }): ReactNode {
  const line = at === undefined ? undefined : shown.lines[at]
  if (at === undefined || line === undefined || !('before' in line || 'after' in line))
    return <span className="half none" />
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
