import type { SessionSummary } from '@shared/domain/session'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { readDraft } from '../../lib/slash-commands'
import { strings } from '../../lib/strings'
import { visibleString } from '../../lib/visible-text'
import { useActions, useAppState } from '../../state/context'
import { queuedIn, runsTurn, type QueuedMessage } from '../../state/queue'
import { Button } from '../../ui/button'
import { LongText } from '../../ui/long-text'
import { UntrustedText } from '../../ui/untrusted-text'

const words = strings.composer
const none: readonly never[] = []

/**
 * What is to be sent and is not yet: the queue, and what a prompt comes to before Enter sends it. It stands above the place of
 * decisions, so that an approval does not move when it grows.
 */
export function Outbox({ session: { id } }: { session: SessionSummary }): ReactNode {
  const queued = useAppState((state) => queuedIn(state, id))
  const runs = useAppState((state) => runsTurn(state, id))
  return (
    <>
      {queued.length > 0 && (
        <section className="outbox" aria-label={runs ? words.queued : words.held}>
          <h2>{runs ? words.queued : words.held}</h2>
          <ol>
            {queued.map((message) => (
              <QueuedRow key={message.id} sessionId={id} message={message} runs={runs} />
            ))}
          </ol>
        </section>
      )}
      <PromptPreview sessionId={id} />
    </>
  )
}

interface QueuedRowProps {
  readonly sessionId: string
  readonly message: QueuedMessage
  readonly runs: boolean
}

function QueuedRow({ sessionId, message, runs }: QueuedRowProps): ReactNode {
  const actions = useActions()
  const connected = useAppState((state) => state.connection.kind === 'ready')
  const { id, text, pictures } = message
  const short = visibleString(text.slice(0, 80))
  return (
    <li>
      <span className="outbox-text">
        <LongText text={text} />
        {pictures.length > 0 && <span className="dim"> {words.withPictures(pictures.length)}</span>}
      </span>
      <span className="outbox-do">
        <Button
          size="small"
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

/** The text that a prompt comes to with what stands behind it, before it is sent. */
function PromptPreview({ sessionId }: { sessionId: string }): ReactNode {
  const draft = useAppState((state) => state.drafts[sessionId] ?? '')
  const prompts = useAppState((state) => state.prompts ?? none)
  const guest = useAppState((state) => state.sessions[sessionId]?.agent)
  const meaning = useMemo(() => readDraft(draft, prompts, guest), [draft, prompts, guest])
  if (meaning.kind !== 'prompt') return undefined
  const title = words.promptSent(meaning.name)
  return (
    <section className="outbox" aria-label={visibleString(title)}>
      <h2>
        <UntrustedText text={title} />
      </h2>
      <div className="outbox-text prompt-text" tabIndex={0} role="group" aria-label={visibleString(title)}>
        <LongText text={shown(meaning.text)} />
      </div>
    </section>
  )
}

function shown(text: string | undefined): string {
  if (text === undefined) return words.promptTooLong
  return text.trim() === '' ? words.promptEmpty : text
}
