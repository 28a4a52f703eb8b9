import type { SessionSummary } from '@shared/domain/session'
import { useId } from 'react'
import type { ClipboardEvent, DragEvent, KeyboardEvent, ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState } from '../../state/context'
import { Button } from '../../ui/button'
import { Keys } from '../../ui/keys'
import { AttachButton } from './attach-button'
import { PictureChips } from './picture-chips'
import { SessionPickers } from './session-pickers'

const words = strings.composer

/**
 * Always there, with its own draft per session. Enter sends, Shift+Enter is a new line, Ctrl+Enter has no meaning in
 * here: with an approval panel open it answers that, and must not do two things at once.
 */
export function Composer({ session }: { session: SessionSummary }): ReactNode {
  const actions = useActions()
  const reasonId = useId()
  const draft = useAppState((state) => state.drafts[session.id] ?? '')
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const reason = offReason(session, draft, connected)
  const turnRuns = session.status === 'running' || session.status === 'needs-you'

  const send = (): void => {
    if (reason === undefined) void actions.send(session.id)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!event.ctrlKey && !event.metaKey && !event.altKey) send()
  }
  const take = (event: ClipboardEvent | DragEvent): void => {
    const files = [...('clipboardData' in event ? event.clipboardData : event.dataTransfer).files]
    if (files.length === 0) return
    event.preventDefault()
    void actions.attach(session.id, files)
  }
  return (
    <form
      className="composer"
      aria-label={strings.app.regions.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <PictureChips sessionId={session.id} />
      <textarea
        className="field"
        rows={1}
        id="composer"
        aria-label={words.label}
        aria-describedby={reason === undefined ? undefined : reasonId}
        placeholder={words.placeholder}
        value={draft}
        onChange={(event) => {
          actions.setDraft(session.id, event.target.value)
        }}
        onKeyDown={onKeyDown}
        onPaste={take}
        onDrop={take}
      />
      <AttachButton sessionId={session.id} />
      <SessionPickers session={session} off={!connected || turnRuns} />
      <Button
        type="submit"
        disabled={reason !== undefined}
        title={reason}
        look={turnRuns ? 'plain' : 'primary'}
      >
        {words.send}
        <Keys keys={['↵']} />
      </Button>
      {reason !== undefined && (
        <span id={reasonId} className={turnRuns && draft.trim() !== '' ? 'send-reason' : 'vh'}>
          {reason}
        </span>
      )}
    </form>
  )
}

/** Why nothing can be sent now; undefined when it can. */
function offReason(session: SessionSummary, draft: string, connected: boolean): string | undefined {
  if (!connected) return strings.connection.notConnected
  if (session.status === 'running') return words.running
  if (session.status === 'needs-you') return words.waitsForYou
  return draft.trim() === '' ? words.empty : undefined
}
