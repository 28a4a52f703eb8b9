import type { SessionSummary } from '@shared/domain/session'
import type { RestoreWay } from '@shared/domain/turn-restore'
import { useEffect, useId, useRef, useState } from 'react'
import type { ClipboardEvent, KeyboardEvent, ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState, useCommands } from '../../state/context'
import { runsTurn } from '../../state/queue'
import { Button } from '../../ui/button'
import { Keys } from '../../ui/keys'
import { AttachButton } from './attach-button'
import { CompletionList, rowId } from './completion-list'
import { PictureChips } from './picture-chips'
import { SessionPickers, type PickerName } from './session-pickers'
import { useCompletion } from './use-completion'
import { useSend } from './use-send'
import { useSentBefore } from './use-sent-before'

const words = strings.composer

/**
 * Always there, with its own draft per session. Enter sends, or queues while a turn runs; Shift+Enter is a new line; Ctrl+Enter has no
 * meaning in here: with an approval panel open it answers that, and must not do two things at once. While one is open the field keeps
 * its height, so that nothing that is typed moves the panel.
 */
export function Composer({ session }: { session: SessionSummary }): ReactNode {
  const actions = useActions()
  const reasonId = useId()
  const listId = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [picker, setPicker] = useState<PickerName>()
  const draft = useAppState((state) => state.drafts[session.id] ?? '')
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const runs = useAppState((state) => runsTurn(state, session.id))
  const place = { sessionId: session.id, draft, caret, field, onCaret: setCaret }
  const completion = useCompletion(place)
  const sentBefore = useSentBefore(place)
  const byCommand = useRef(false)
  const pick = (name: PickerName): void => {
    byCommand.current = true
    setPicker(name)
  }
  const { send, reason, said } = useSend(session, draft, pick)
  useWantedFocus(session.id, field)
  const off = !connected || runs
  const picks = (name: PickerName): (() => void) | undefined =>
    off
      ? undefined
      : () => {
          pick(name)
        }
  const restores = (way: RestoreWay): (() => void) | undefined =>
    off
      ? undefined
      : () => {
          actions.askRestore(session.id, way)
        }
  useCommands({
    'message.write': () => field.current?.focus(),
    'message.model': picks('model'),
    'message.effort': picks('effort'),
    'message.policy': picks('policy'),
    'message.sandbox': picks('sandbox'),
    'session.compact': off ? undefined : () => void actions.compact(session.id),
    'session.undo': restores('undo'),
    'session.redo': restores('redo'),
  })
  const open = completion.rows.length > 0

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    // A key of an input method is its own.
    if (event.nativeEvent.isComposing || event.key === 'Process') return
    if (completion.onKey(event) || sentBefore(event)) {
      event.preventDefault()
      return
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    if (!event.ctrlKey && !event.metaKey && !event.altKey) send()
  }
  const paste = ({ clipboardData }: ClipboardEvent): void => {
    // A text beside it (cells of a table are a picture as well) is pasted all the same; without one nothing more happens.
    const files = [...clipboardData.files]
    if (files.length > 0) void actions.attach(session.id, files)
  }
  return (
    <form
      className="composer"
      data-still={session.status === 'needs-you' || undefined}
      aria-label={strings.app.regions.composer}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <CompletionList id={listId} completion={completion} />
      <textarea
        ref={field}
        className="field"
        rows={1}
        id="composer"
        aria-label={words.label}
        aria-describedby={reason === undefined ? undefined : reasonId}
        aria-autocomplete="list"
        aria-controls={open ? listId : undefined}
        aria-activedescendant={open ? rowId(listId, completion.active) : undefined}
        placeholder={words.placeholder}
        value={draft}
        onChange={(event) => {
          actions.setDraft(session.id, event.target.value)
          setCaret(event.target.selectionStart)
        }}
        onSelect={(event) => {
          setCaret(event.currentTarget.selectionStart)
        }}
        onBlur={completion.close}
        onKeyDown={onKeyDown}
        onPaste={paste}
      />
      <div className="composer-row">
        <AttachButton sessionId={session.id} />
        <PictureChips sessionId={session.id} />
        {reason !== undefined && (
          <span id={reasonId} role={said ? 'status' : undefined} className={said ? 'send-reason' : 'vh'}>
            {reason}
          </span>
        )}
        <SessionPickers
          session={session}
          off={off}
          open={picker}
          onOpen={setPicker}
          onClosed={() => {
            const back = byCommand.current
            byCommand.current = false
            if (back) field.current?.focus()
            return back
          }}
        />
        <Button
          type="submit"
          disabled={reason !== undefined}
          title={reason ?? (runs ? words.queueHint : undefined)}
          look={runs ? 'plain' : 'primary'}
        >
          {runs ? words.queue : words.send}
          <Keys keys={['↵']} />
        </Button>
      </div>
    </form>
  )
}

/** Takes the focus when something has asked for it: a new session, a message taken out of the queue. */
function useWantedFocus(sessionId: string, field: { readonly current: HTMLTextAreaElement | null }): void {
  const actions = useActions()
  const wanted = useAppState((state) => state.writeIn === sessionId)
  useEffect(() => {
    if (!wanted) return
    field.current?.focus()
    actions.writeIn(undefined)
  }, [wanted, actions, field])
}
