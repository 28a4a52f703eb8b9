import type { WholeBecause } from '@shared/domain/choosable-hunks'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { laterStrings } from '../lib/later-strings'
import { countLines } from '../lib/unified-diff'
import type { DiffLine } from '../lib/unified-diff'
import { visibleString } from '../lib/visible-text'
import { ExpandButton } from './button'
import { DiffView } from './diff-view'
import { linesLeft, type HunkChoice } from './diff/hunk-choice'
import { useFoundHere } from './found-here'
import { LineCounts } from './line-counts'
import { KindIcon } from './kind-icon'
import { UntrustedText } from './untrusted-text'

const words = laterStrings.patch

interface FileDiffCardProps {
  path: string
  /** What becomes of the file, in words; '' where the lines say it all. */
  fate: string
  lines: readonly DiffLine[]
  /** What stands in place of lines where there are none. */
  noLines: string
  openAtFirst: boolean
  most?: number
  /** Whether the file is taken, where a person may leave it out; `off` says why it cannot be changed now. */
  take?: {
    readonly taken: boolean
    readonly off: string | undefined
    readonly onTake: (taken: boolean) => void
  }
  /** Which of its hunks are taken, where a person may leave some out. */
  hunks?: HunkChoice | undefined
  /** Why that cannot be, where one would look for it. */
  whole?: WholeBecause | undefined
}

/** One file of a patch: its name and counts, and its lines, which can be folded away. */
export function FileDiffCard(props: FileDiffCardProps): ReactNode {
  const { path, fate, lines, noLines, openAtFirst, most, take, hunks, whole } = props
  const [asked, setOpen] = useState(openAtFirst)
  const open = useFoundHere() || asked
  // What is counted is what would be applied; a file that is left out keeps its counts, crossed out.
  const left = linesLeft(lines, take?.taken === false ? undefined : hunks?.left)
  const taken = lines.filter((_, at) => left[at] !== true)
  return (
    <div className={take?.taken === false ? 'file not-taken' : 'file'}>
      <div className="card-head">
        {take === undefined ? (
          <KindIcon kind="patch" />
        ) : (
          <input
            type="checkbox"
            className="check"
            aria-label={laterStrings.changes.take(visibleString(path))}
            checked={take.taken}
            disabled={take.off !== undefined}
            title={take.off}
            onChange={(event) => {
              take.onTake(event.target.checked)
            }}
          />
        )}
        <code className="card-command">
          <UntrustedText text={path} />
        </code>
        <span className="end">
          {fate !== '' && (
            <span className="fate">
              <UntrustedText text={fate} />
            </span>
          )}
          {lines.length > 0 && <LineCounts count={countLines(taken)} />}
          <ExpandButton
            open={open}
            label={`${open ? words.collapse : words.expand}: ${visibleString(path)}`}
            onChange={setOpen}
          />
        </span>
      </div>
      {open && whole !== undefined && <p className="diff-whole">{laterStrings.changes.whole[whole]}</p>}
      {open && <FileLines {...{ path, lines, noLines, hunks }} {...(most && { most })} />}
    </div>
  )
}

/** The lines of one file, or the words that stand for none. */
export function FileLines({
  path,
  lines,
  noLines,
  most,
  hunks,
}: Pick<FileDiffCardProps, 'path' | 'lines' | 'noLines' | 'most' | 'hunks'>): ReactNode {
  return (
    <div className="card-body">
      {lines.length === 0 ? (
        <p className="card-text">{noLines}</p>
      ) : (
        <DiffView
          label={words.diff(visibleString(path))}
          {...{ path, lines, hunks }}
          {...(most && { most })}
        />
      )}
    </div>
  )
}
