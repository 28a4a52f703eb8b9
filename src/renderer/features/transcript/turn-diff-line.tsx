import { memo, useMemo } from 'react'
import type { ReactNode } from 'react'
import { turnFiles } from '../../lib/diff/git-diff'
import { laterStrings } from '../../lib/later-strings'
import { addCounts, countLines } from '../../lib/unified-diff'
import { useActions, useAppState } from '../../state/context'
import { Icon } from '../../ui/icon'
import { LineCounts } from '../../ui/line-counts'

const words = laterStrings.patch

/** What a turn's patches come to: one quiet line, which opens the whole diff, file by file, and says what waits to be said of it. */
export const TurnDiffLine = memo(function TurnDiffLine({
  unifiedDiff,
  sessionId,
}: {
  unifiedDiff: string
  sessionId: string
}): ReactNode {
  const actions = useActions()
  const folder = useAppState((state) => state.sessions[sessionId]?.cwd ?? '')
  const comments = useAppState((state) => state.comments[sessionId])
  const files = useMemo(() => turnFiles(unifiedDiff, folder), [unifiedDiff, folder])
  const count = useMemo(() => addCounts(files.map((file) => countLines(file.lines))), [files])
  if (files.length === 0) return undefined
  const unsent = comments?.filter(({ path }) => files.some((file) => file.path === path)).length ?? 0
  return (
    <div className="turn-diff">
      <button
        type="button"
        className="turn-diff-head"
        aria-haspopup="dialog"
        title={laterStrings.changes.open}
        onClick={() => {
          actions.showChanges({ sessionId, title: laterStrings.changes.ofTurn, files, at: 0 })
        }}
      >
        <Icon name="patch" className="sm" />
        {words.changesThisTurn}: {words.files(files.length)} <LineCounts count={count} />
        {unsent > 0 && <span>{laterStrings.changes.unsent(unsent)}</span>}
        <Icon name="right" className="sm" />
      </button>
    </div>
  )
})
