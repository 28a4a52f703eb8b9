import type { RestoreWay } from '@shared/domain/turn-restore'
import type { AppState } from './app-state'
import { turnChangesKey } from './restore-actions'

/**
 * What can be done about the changes of a turn where these are shown: the last ones of a session can be taken back, or, when just these were, be
 * done again. Undefined for all others; the question itself then says which turn it is about.
 */
export function restoreWayAt(
  { transcripts, turnChanges }: Pick<AppState, 'transcripts' | 'turnChanges'>,
  sessionId: string,
  itemKey: string,
): RestoreWay | undefined {
  const items = transcripts[sessionId]?.items ?? []
  let takenBack = 0
  // From the end, and no further than the last changes: this is asked with every state of the window.
  const last = items.findLast((item) => {
    if (item.kind === 'noted' && item.restored !== undefined && item.restored.run === undefined)
      takenBack += item.restored.way === 'undo' ? 1 : -1
    if (item.kind !== 'turn-diff') return false
    return item.unifiedDiff !== '' || (turnChanges[turnChangesKey(sessionId, item.key)] ?? '') !== ''
  })
  if (last?.key !== itemKey || takenBack > 1) return undefined
  return takenBack === 1 ? 'redo' : 'undo'
}
