import { useState, type ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { strings } from '../../lib/strings'
import { visibleString } from '../../lib/visible-text'
import { waitingCount } from '../../state/app-state'
import { useActions, useAppState } from '../../state/context'
import type { LineComment } from '../../state/line-comments'
import { Button, IconButton } from '../../ui/button'
import { FaultNote } from '../../ui/fault-message'
import { Icon } from '../../ui/icon'
import { commandKeys, Keys } from '../../ui/keys'

const words = laterStrings.changes

/** What was written, on its way to the agent. */
export interface SendingComments {
  /** So many have a text. */
  readonly written: number
  /** So many were sent last. */
  readonly sent: number
  /** Why they cannot be sent now. */
  readonly off: string | undefined
  /** Sends them, unless they cannot be. */
  readonly send: () => void
}

/** The comments of a session, to be sent from their fields and from the foot. `onSent`: they are on their way, and what sent them has gone. */
export function useSendComments(
  sessionId: string,
  comments: readonly LineComment[],
  onSent: () => void,
): SendingComments {
  const actions = useActions()
  const [sent, setSent] = useState(0)
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const written = comments.filter(({ text }) => text.trim() !== '').length
  const off = connected ? (written === 0 ? words.sendOff : undefined) : strings.connection.notConnected
  const send = (): void => {
    if (off !== undefined) return
    void actions.sendComments(sessionId).then((isSent) => {
      if (!isSent) return
      setSent(written)
      onSent()
    })
  }
  return { written, sent, off, send }
}

interface ChangesFootProps {
  sessionId: string
  comments: readonly LineComment[]
  sending: SendingComments
  elsewhere: readonly LineComment[]
  nameOf: (path: string) => string
  onClose: () => void
}

/** What waits for the person behind this view, and what was written in it, with the way to the agent. */
export function ChangesFoot({
  sessionId,
  comments,
  sending: { written, sent, off, send },
  elsewhere,
  nameOf,
  onClose,
}: ChangesFootProps): ReactNode {
  const actions = useActions()
  const waiting = useAppState(waitingCount)
  const status = useAppState((state) => state.sessions[sessionId]?.status)
  const known = useAppState((state) => state.faults[sessionId])
  // What failed before has its note in the session.
  const [before] = useState(known)
  const fault = known === before ? undefined : known
  const runs = status === 'running' || status === 'needs-you'
  const isSaid = sent > 0 && comments.length === 0
  if (comments.length === 0 && waiting === 0 && fault === undefined && !isSaid) return undefined
  return (
    <footer className="ch-foot">
      {fault !== undefined && (
        <FaultNote
          fault={fault}
          onDismiss={() => {
            actions.dismissFault(sessionId)
          }}
        />
      )}
      {elsewhere.length > 0 && (
        <details className="ch-elsewhere">
          <summary>{words.elsewhere(elsewhere.length)}</summary>
          {elsewhere.map(({ id, path, from, to, text }) => (
            <p key={id}>
              <code>{visibleString(words.commentLabel(nameOf(path), from, to))}</code> {visibleString(text)}
              <IconButton
                size="small"
                label={words.drop}
                onClick={() => {
                  actions.uncomment(sessionId, id)
                }}
              >
                <Icon name="x" className="sm" />
              </IconButton>
            </p>
          ))}
        </details>
      )}
      <div className="ch-send">
        <span className="dim" role="status">
          {isSaid && words.sent(sent)}
        </span>
        {waiting > 0 && (
          <Button size="small" onClick={onClose}>
            {words.waiting(waiting)}
          </Button>
        )}
        {comments.length > 0 && (
          <>
            {(runs || written === 0) && (
              <span className="dim">{runs ? words.sendQueued : words.sendOff}</span>
            )}
            <Button size="small" look="primary" disabled={off !== undefined} title={off} onClick={send}>
              {words.send(Math.max(1, written))}
              <Keys keys={commandKeys('↵')} />
            </Button>
          </>
        )}
      </div>
    </footer>
  )
}
