import { undoableInWords } from '@shared/messages/restore'
import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useActions, useAppState } from '../../state/context'
import type { CallProgress } from '../../state/transcript-items'
import { Icon, iconOfWay } from '../../ui/icon'
import { UntrustedText } from '../../ui/untrusted-text'

const words = laterStrings.restore

/** What a call wrote outside the folder, and taking it back; nothing where it wrote nothing there. */
export function UndoNote({ call, sessionId }: { call: CallProgress; sessionId: string }): ReactNode {
  const actions = useActions()
  const status = useAppState((state) => state.sessions[sessionId]?.status)
  const { undoable } = call
  if (undoable === undefined) return undefined
  const { event, undone } = undoable
  const { id } = event
  const way = undone ? 'redo' : 'undo'
  return (
    <p className="granted-note">
      <Icon name={id === undefined ? 'x' : iconOfWay[way]} className="sm" />
      <span>{undone ? words.isUndone : <UntrustedText text={undoableInWords(event)} />}</span>
      {id !== undefined && (
        <button
          type="button"
          className="link-btn"
          aria-haspopup="dialog"
          disabled={status === 'running' || status === 'needs-you'}
          onClick={() => {
            actions.askRestore(sessionId, way, id)
          }}
        >
          {words.ofCall[way]}
        </button>
      )}
    </p>
  )
}
