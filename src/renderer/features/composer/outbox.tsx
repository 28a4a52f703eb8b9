import type { SessionSummary } from '@shared/domain/session'
import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import { isSteerable, queuedIn, runsTurn, type QueuedMessage } from '../../state/queued-messages'
import { Button } from '../../ui/button'
import { LongText } from '../../ui/long-text'
import { PromptPreview } from '../../ui/prompt-preview'

const words = strings.composer
const none: readonly never[] = []

/**
 * What is to be sent and is not yet: the queue, and what a prompt comes to before Enter sends it. It stands above the place of
 * decisions, so that an approval does not move when it grows.
 */
export function Outbox({ session }: { session: SessionSummary }): ReactNode {
  const { id } = session
  const waiting = useAppState((state) => state.transcripts[id]?.waiting ?? none)
  const queued = useAppState((state) => queuedIn(state, id))
  const runs = useAppState((state) => runsTurn(state, id))
  return (
    <>
      {waiting.length > 0 && (
        <section className="outbox" aria-label={words.given}>
          <h2>{words.given}</h2>
          <ol>
            {waiting.map(({ clientId, text, images = [] }) => (
              <li key={clientId}>
                <OutboxText text={text} pictures={images.length} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {queued.length > 0 && (
        <section className="outbox" aria-label={runs ? words.queued : words.held}>
          <h2>{runs ? words.queued : words.held}</h2>
          <ol>
            {queued.map((message) => (
              <QueuedRow key={message.id} session={session} message={message} runs={runs} />
            ))}
          </ol>
        </section>
      )}
      <PromptPreview draftId={id} />
    </>
  )
}

interface QueuedRowProps {
  readonly session: SessionSummary
  readonly message: QueuedMessage
  readonly runs: boolean
}

function OutboxText({ text, pictures }: { text: string; pictures: number }): ReactNode {
  return (
    <span className="outbox-text">
      <LongText text={text} />
      {pictures > 0 && <span className="dim"> {words.withPictures(pictures)}</span>}
    </span>
  )
}

function QueuedRow({ session, message, runs }: QueuedRowProps): ReactNode {
  const sessionId = session.id
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const { id, text, pictures } = message
  const short = visibleString(text.slice(0, 80))
  return (
    <li>
      <OutboxText text={text} pictures={pictures.length} />
      <span className="outbox-do">
        {runs && isSteerable(session) && (
          <Button
            size="small"
            disabled={!connected}
            title={words.steerHint}
            aria-label={words.steerOf(short)}
            onClick={() => void actions.steerQueued(sessionId, id)}
          >
            {words.steer}
          </Button>
        )}
        <Button
          size="small"
          look={runs && isSteerable(session) ? 'ghost' : 'plain'}
          disabled={!connected}
          title={runs ? words.stopAndSendHint : undefined}
          aria-label={runs ? words.stopAndSendOf(short) : words.sendNowOf(short)}
          onClick={() => void actions.sendQueued(sessionId, id)}
        >
          {runs ? words.stopAndSend : words.sendNow}
        </Button>
        <Button
          size="small"
          look="ghost"
          aria-label={words.editOf(short)}
          onClick={() => {
            actions.editQueued(sessionId, id)
            actions.writeIn(sessionId)
          }}
        >
          {words.edit}
        </Button>
        <Button
          size="small"
          look="ghost"
          aria-label={words.removeOf(short)}
          onClick={() => {
            actions.unqueue(sessionId, id)
            actions.writeIn(sessionId)
          }}
        >
          {words.remove}
        </Button>
      </span>
    </li>
  )
}
