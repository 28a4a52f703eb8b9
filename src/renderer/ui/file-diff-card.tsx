import { useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../lib/strings'
import { countLines } from '../lib/unified-diff'
import type { DiffLine } from '../lib/unified-diff'
import { visibleString } from '../lib/visible-text'
import { IconButton } from './button'
import { DiffView, LineCounts } from './diff-view'
import { Icon } from './icon'
import { UntrustedText } from './untrusted-text'

const words = strings.patch

interface FileDiffCardProps {
  path: string
  /** What becomes of the file, in words; '' where the lines say it all. */
  fate: string
  lines: readonly DiffLine[]
  /** What stands in place of lines where there are none. */
  noLines: string
  openAtFirst: boolean
  most?: number
}

/** One file of a patch: its name and counts, and its lines, which can be folded away. */
export function FileDiffCard(props: FileDiffCardProps): ReactNode {
  const { path, fate, lines, noLines, openAtFirst, most } = props
  const [open, setOpen] = useState(openAtFirst)
  return (
    <div className="file">
      <div className="card-head">
        <Icon name="patch" />
        <code className="card-command">
          <UntrustedText text={path} />
        </code>
        <span className="end">
          {fate !== '' && (
            <span className="fate">
              <UntrustedText text={fate} />
            </span>
          )}
          <LineCounts count={countLines(lines)} />
          <IconButton
            size="small"
            label={`${open ? words.collapse : words.expand}: ${visibleString(path)}`}
            aria-expanded={open}
            onClick={() => {
              setOpen(!open)
            }}
          >
            <Icon name={open ? 'down' : 'right'} className="sm" />
          </IconButton>
        </span>
      </div>
      {open && <FileLines path={path} lines={lines} noLines={noLines} {...(most && { most })} />}
    </div>
  )
}

/** The lines of one file, or the words that stand for none. */
export function FileLines({
  path,
  lines,
  noLines,
  most,
}: Pick<FileDiffCardProps, 'path' | 'lines' | 'noLines' | 'most'>): ReactNode {
  return (
    <div className="card-body">
      {lines.length === 0 ? (
        <p className="card-text">{noLines}</p>
      ) : (
        <DiffView label={words.diff(visibleString(path))} lines={lines} {...(most && { most })} />
      )}
    </div>
  )
}
