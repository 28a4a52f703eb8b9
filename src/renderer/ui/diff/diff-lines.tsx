import { Fragment, memo, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { Virtualizer } from 'virtua'
import { laterStrings } from '../../lib/later-strings'
import type { DiffLine } from '../../lib/unified-diff'
import { Button } from '../button'
import { useFoundHere } from '../found-here'
import { InlineRow } from './diff-row'
import { linesLeft, type HunkChoice } from './hunk-choice'
import { useShownLines } from './shown-lines'

/** Of more lines than this, only those near the eye are drawn. */
const mostDrawn = 1000
/** The box's padding above its first line, as the style sheet has it. */
const paddingPx = 4

export interface DiffLinesProps {
  /** Names the box for those who do not see what is above it. */
  label: string
  /** Says the language of the lines. */
  path: string
  lines: readonly DiffLine[]
  /** How many lines are drawn before one asks for all of them; without it all are. */
  most?: number
  /** What stands below the line with this number after the change. */
  notes?: ReadonlyMap<number, ReactNode>
  /** Which hunks are taken, where they can be chosen. */
  hunks?: HunkChoice | undefined
}

/** The lines of one file's change, with their numbers on both sides. All text in it is untrusted. */
export const DiffLines = memo(function DiffLines({
  label,
  path,
  lines,
  most,
  notes,
  hunks,
}: DiffLinesProps): ReactNode {
  const [all, setAll] = useState(false)
  // What is looked for may stand further down.
  const found = useFoundHere()
  const atFirst = found && most !== undefined ? Math.max(most, mostDrawn) : most
  const drawn = all ? lines.length : Math.min(atFirst ?? lines.length, lines.length)
  const nearTheEye = all && lines.length > mostDrawn
  // What is drawn whole, however long it is, is drawn plain: each colour that comes would have all of it drawn again.
  const shown = useShownLines(lines, nearTheEye || drawn <= mostDrawn ? path : '')
  const left = useMemo(() => linesLeft(lines, hunks?.left), [lines, hunks?.left])
  const row = (line: DiffLine | undefined, at: number): ReactNode => (
    <>
      <InlineRow shown={shown} at={at} hunks={hunks} left={left[at]} />
      {notes !== undefined && line !== undefined && 'after' in line && notes.get(line.after)}
    </>
  )
  return (
    <>
      <div className="diff" tabIndex={0} role="group" aria-label={label}>
        {nearTheEye ? (
          <Virtualizer data={lines} startMargin={paddingPx}>
            {(line, index) => <div key={index}>{row(line, index)}</div>}
          </Virtualizer>
        ) : (
          lines.slice(0, drawn).map((line, index) => <Fragment key={index}>{row(line, index)}</Fragment>)
        )}
      </div>
      {drawn < lines.length && (
        <p className="diff-more">
          <Button
            size="small"
            look="ghost"
            onClick={() => {
              setAll(true)
            }}
          >
            {laterStrings.patch.showAll(lines.length)}
          </Button>
        </p>
      )}
    </>
  )
})
