import type { SessionSummary } from '@shared/domain/session'
import type { RestoreWay } from '@shared/domain/turn-restore'
import { useCallback, useEffect, useId, useRef, useState, useMemo } from 'react'
import type { ClipboardEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { strings } from '../../lib/strings'
import { useActions, useAppState, useCommands } from '../../state/context'
import { runsTurn } from '../../state/queued-messages'
import { Button, IconButton } from '../../ui/button'
import { Keys } from '../../ui/keys'
import { Icon } from '../../ui/icon'
import type { Picture } from '../../lib/read-picture'
import type { slashCompletions } from '../../lib/slash-commands'
import { visibleString } from '../../lib/visible-text'
import { CompletionList, rowId } from '../../ui/completion-list'
import { UntrustedText } from '../../ui/untrusted-text'
import { useCaret } from '../../ui/use-caret'
import { useCompletion } from '../../ui/use-completion'
import { SessionPickers, type PickerName } from './session-pickers'
import { useSend } from './use-send'

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
  const findFiles = useCallback(
    (query: string) => actions.findFiles(session.id, query),
    [actions, session.id],
  )
  const offered = useOffered(session.id)
  const completion = useCompletion(
    { ...place, draftId: session.id },
    { offered, acpAgent: session.agent, findFiles },
  )
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

/** The commands that can be done now: while a turn runs hardly any, and nobody goes to agents that are not there. */
function useOffered(sessionId: string): Parameters<typeof slashCompletions>[2] {
  const runs = useAppState((state) => runsTurn(state, sessionId))
  const hasAgents = useAppState((state) =>
    Object.values(state.sessions).some(
      ({ id, child }) => child?.parentId === sessionId && runsTurn(state, id),
    ),
  )
  return useMemo(() => {
    const { agents, ...others } = words.commands
    return { ...(hasAgents && { agents }), ...(!runs && others) }
  }, [runs, hasAgents])
}

interface FieldOfDraft {
  readonly sessionId: string
  readonly draft: string
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly onCaret: (caret: number) => void
}

const noKeys: readonly never[] = []

/** Up and Down fetch what the person sent in this session, as far as its record is read; true when a key did. */
function useSentBefore(place: FieldOfDraft): (event: KeyboardEvent<HTMLTextAreaElement>) => boolean {
  const { sessionId, draft, field, onCaret } = place
  const actions = useActions()
  const putCaret = useCaret(field)
  const items = useAppState((state) => state.transcripts[sessionId]?.items ?? noKeys)
  const last = useRef<Recalled & { readonly sessionId: string }>(undefined)
  const messages = useMemo(
    () =>
      items
        .flatMap((item) => (item.kind === 'user' ? [item.text] : []))
        .filter((text, index, all) => text !== '' && text !== all[index - 1]),
    [items],
  )
  return (event) => {
    const { key, currentTarget } = event
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return false
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false
    const known = last.current?.sessionId === sessionId ? last.current : undefined
    const now = { text: draft, caret: currentTarget.selectionStart }
    if (currentTarget.selectionEnd !== now.caret) return false
    const fetched = fetchSent(key, messages, now, known)
    if (fetched === undefined) return false
    last.current = { ...fetched, sessionId }
    actions.setDraft(sessionId, fetched.text)
    onCaret(fetched.text.length)
    putCaret(fetched.text, fetched.text.length)
    return true
  }
}

/** Where a person stands among the messages of a session: what of them was fetched, and the field's text then. */
export interface Recalled {
  readonly index: number
  readonly text: string
}

/** A field as a key finds it. */
interface FieldNow {
  readonly text: string
  readonly caret: number
}

/**
 * The message that Up or Down fetches, `messages` being the oldest first; undefined: the key has its own meaning. Only an empty field,
 * or one that holds the last fetched message untouched with the caret at its end, fetches. Down from the newest gives the empty field.
 */
export function fetchSent(
  key: 'ArrowUp' | 'ArrowDown',
  messages: readonly string[],
  field: FieldNow,
  last: Recalled | undefined,
): Recalled | undefined {
  const kept = last !== undefined && field.text === last.text && field.caret === field.text.length
  if (field.text !== '' && !kept) return undefined
  const at = kept && field.text !== '' ? last.index : messages.length
  const index = key === 'ArrowUp' ? at - 1 : at + 1
  if (index === messages.length && field.text !== '') return { index, text: '' }
  const text = messages[index]
  return text === undefined ? undefined : { index, text }
}

const none: readonly Picture[] = []

/** The pictures that go with the next message, each with the way to take it out again. */
function PictureChips({ sessionId }: { sessionId: string }): ReactNode {
  const actions = useActions()
  const pictures = useAppState((state) => state.pictures[sessionId] ?? none)
  if (pictures.length === 0) return undefined
  return (
    <ul className="picture-chips" aria-label={strings.composer.pictures}>
      {pictures.map(({ url, name }, index) => (
        <li key={`${name}-${String(index)}`} className="picture-chip">
          <img src={url} alt="" />
          <span className="picture-name">
            <UntrustedText text={name} />
          </span>
          <Button
            size="small"
            look="ghost"
            aria-label={strings.composer.removePicture(visibleString(name))}
            onClick={() => {
              actions.detach(sessionId, index)
            }}
          >
            {strings.composer.remove}
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Asks for picture files; dropping and pasting do the same. */
function AttachButton({ sessionId }: { sessionId: string }): ReactNode {
  const actions = useActions()
  const input = useRef<HTMLInputElement>(null)
  const ask = (): void => input.current?.click()
  useCommands({ 'message.attach': ask })
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept="image/png,image/jpeg,image/gif,image/webp"
        aria-label={strings.composer.attach}
        onChange={(event) => {
          void actions.attach(sessionId, [...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
      <IconButton label={strings.composer.attach} onClick={ask}>
        <Icon name="plus" />
      </IconButton>
    </>
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
