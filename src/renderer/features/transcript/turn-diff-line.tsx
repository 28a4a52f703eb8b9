import { memo, useContext, useEffect, useLayoutEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { filesOfTurn } from '../../lib/diff/turn-changes'
import { laterStrings } from '../../lib/later-strings'
import { addCounts, countLines } from '../../lib/unified-diff'
import { useActions, useAppState } from '../../state/context'
import { turnChangesKey } from '../../state/restore-actions'
import { restoreWayAt } from '../../state/restore-way'
import type { TranscriptItem } from '../../state/transcript-items'
import { useFoundHere } from '../../ui/found-here'
import { Icon } from '../../ui/icon'
import { KindIcon } from '../../ui/kind-icon'
import { LineCounts } from '../../ui/line-counts'
import { UntrustedText } from '../../ui/untrusted-text'
import { ItemsHeight } from './items-list'

const words = laterStrings.patch

/** What a turn changed, by patches and by commands: one quiet line, which opens the whole diff, file by file, and says what waits to be said of it. */
export const TurnDiffLine = memo(function TurnDiffLine({
  item: { key, unifiedDiff, turn },
  sessionId,
}: {
  item: Extract<TranscriptItem, { kind: 'turn-diff' }>
  sessionId: string
}): ReactNode {
  const actions = useActions()
  const folder = useAppState((state) => state.sessions[sessionId]?.cwd ?? '')
  const comments = useAppState((state) => state.comments[sessionId])
  const whole = useAppState((state) => state.turnChanges[turnChangesKey(sessionId, key)])
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const asks = turn !== undefined && whole === undefined && connected
  useEffect(() => {
    if (asks) void actions.lookAtTurn(sessionId, turn, key)
  }, [actions, asks, sessionId, turn, key])
  const files = useMemo(() => filesOfTurn(whole ?? '', unifiedDiff, folder), [whole, unifiedDiff, folder])
  const here = useFoundHere()
  const excerpt = useAppState((state) => (here ? state.found?.place.excerpt : undefined))
  const onHeight = useContext(ItemsHeight)
  useLayoutEffect(onHeight, [onHeight, files, excerpt])
  const count = useMemo(() => addCounts(files.map((file) => countLines(file.lines))), [files])
  if (files.length === 0) return undefined
  const unsent = comments?.filter(({ path }) => files.some((file) => file.path === path)).length ?? 0
  return (
    <div className="turn-diff">
      <p className="turn-diff-row">
        <button
          type="button"
          className="turn-diff-head"
          aria-haspopup="dialog"
          title={laterStrings.changes.open}
          onClick={() => {
            actions.showChanges({ sessionId, title: laterStrings.changes.ofTurn, files, at: 0 })
          }}
        >
          <KindIcon kind="patch" small />
          {words.changesThisTurn}: {words.files(files.length)} <LineCounts count={count} />
          {unsent > 0 && <span>{laterStrings.changes.unsent(unsent)}</span>}
          <Icon name="right" className="sm" />
        </button>
        {files.some(({ path }) => path.startsWith(`${folder}/`)) && (
          <TakeBack sessionId={sessionId} itemKey={key} />
        )}
      </p>
      {excerpt !== undefined && (
        <p className="event-said mono">
          <UntrustedText text={excerpt} />
        </p>
      )}
    </div>
  )
})

/** Asks whether the last changes of the session are to be taken back, or done again; nothing at those of earlier turns. */
function TakeBack({ sessionId, itemKey }: { sessionId: string; itemKey: string }): ReactNode {
  const actions = useActions()
  const way = useAppState((state) => restoreWayAt(state, sessionId, itemKey))
  const status = useAppState((state) => state.sessions[sessionId]?.status)
  if (way === undefined) return undefined
  return (
    <button
      type="button"
      className="link-btn"
      aria-haspopup="dialog"
      title={laterStrings.restore.plain.turn[way]}
      disabled={status === 'running' || status === 'needs-you'}
      onClick={() => {
        actions.askRestore(sessionId, way)
      }}
    >
      {laterStrings.restore.ofCall[way]}
    </button>
  )
}
