import { memo, useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { addCounts, countLines, fileDiffs } from '../../lib/unified-diff'
import type { FileDiff } from '../../lib/unified-diff'
import { LineCounts } from '../../ui/diff-view'
import { FileDiffCard } from '../../ui/file-diff-card'
import { Icon } from '../../ui/icon'

const words = strings.patch
const fates: Record<FileDiff['fate'], string> = {
  added: words.fates.add,
  deleted: words.fates.delete,
  changed: '',
}

/** What a turn's patches come to: one quiet line, which opens the whole diff. */
export const TurnDiffLine = memo(function TurnDiffLine({ unifiedDiff }: { unifiedDiff: string }): ReactNode {
  const files = useMemo(() => fileDiffs(unifiedDiff), [unifiedDiff])
  const count = useMemo(() => addCounts(files.map((file) => countLines(file.lines))), [files])
  const [open, setOpen] = useState(false)
  if (files.length === 0) return undefined
  return (
    <div className="turn-diff">
      <button
        type="button"
        className="turn-diff-head"
        aria-expanded={open}
        onClick={() => {
          setOpen(!open)
        }}
      >
        <Icon name={open ? 'down' : 'right'} className="sm" />
        {words.changesThisTurn}: {words.files(files.length)} <LineCounts count={count} />
      </button>
      {open && (
        <div className="card">
          {files.map((file, index) => (
            <FileDiffCard
              key={index}
              path={file.name}
              fate={fates[file.fate]}
              lines={file.lines}
              noLines={words.noLines}
              openAtFirst
              most={400}
            />
          ))}
        </div>
      )}
    </div>
  )
})
