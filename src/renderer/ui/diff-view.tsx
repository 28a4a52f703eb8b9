import { memo, useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import type { DiffLine, LineCount } from '../lib/unified-diff'
import { Button } from './button'
import { UntrustedText } from './untrusted-text'

const words = strings.patch

interface DiffViewProps {
  /** Names the box for those who do not see what is above it. */
  label: string
  lines: readonly DiffLine[]
  /** How many lines are drawn before one asks for all of them; without it all are. */
  most?: number
}

/** The lines of one file's change, with their numbers on both sides. All text in it is untrusted. */
export const DiffView = memo(function DiffView({ label, lines, most }: DiffViewProps): ReactNode {
  const [all, setAll] = useState(false)
  const shown = all || most === undefined ? lines : lines.slice(0, most)
  return (
    <>
      <div className="diff" tabIndex={0} role="group" aria-label={label}>
        {shown.map((line, index) => (
          <Row key={index} line={line} />
        ))}
      </div>
      {shown.length < lines.length && (
        <p className="diff-more">
          <Button
            size="small"
            look="ghost"
            onClick={() => {
              setAll(true)
            }}
          >
            {words.showAll(lines.length)}
          </Button>
        </p>
      )}
    </>
  )
})

function Row({ line }: { line: DiffLine }): ReactNode {
  switch (line.kind) {
    case 'hunk':
    case 'remark':
      return (
        <div className="hunk">
          <UntrustedText text={line.text} />
        </div>
      )
    case 'gap':
      return <div className="hunk gap">{words.gap(line.omitted)}</div>
    case 'same':
    case 'add':
    case 'del':
      return (
        <div className={line.kind === 'same' ? 'dl' : `dl ${line.kind}`}>
          <span className="ln">{line.before}</span>
          <span className="ln">{line.after}</span>
          <span className="sg">{signs[line.kind]}</span>
          <span className="tx">
            <UntrustedText text={line.text} />
          </span>
        </div>
      )
  }
}

const signs = { same: ' ', add: '+', del: '−' } as const

/** "+4 −1", read out in words; says so when not all lines are known. */
export function LineCounts({ count }: { count: LineCount }): ReactNode {
  return (
    <span className="num counts">
      <span className="plus">
        <span aria-hidden="true">+{count.added}</span>
        <span className="vh">{words.added(count.added)}, </span>
      </span>{' '}
      <span className="minus">
        <span aria-hidden="true">−{count.removed}</span>
        <span className="vh">{words.removed(count.removed)}</span>
      </span>
      {!count.whole && <span> {words.notAll}</span>}
    </span>
  )
}
