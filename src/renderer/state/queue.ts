import type { SessionSummary } from '@shared/domain/session'
import type { Picture } from '../lib/read-picture'

/** A message that waits for the end of a turn. `id` is this window's own; `text` is what will be sent, a prompt filled in. */
export interface QueuedMessage {
  readonly id: number
  readonly text: string
  readonly pictures: readonly Picture[]
}

type Queues = Readonly<Record<string, readonly QueuedMessage[]>>

const none: readonly QueuedMessage[] = []

/** What waits in a session, the next to be sent first. */
export const queuedIn = (state: { readonly queued: Queues }, sessionId: string): readonly QueuedMessage[] =>
  state.queued[sessionId] ?? none

/** Whether a turn runs in a session, as far as this window knows; one that waits for the person does. */
export function runsTurn(
  state: { readonly sessions: Readonly<Record<string, SessionSummary>> },
  sessionId: string,
): boolean {
  const status = state.sessions[sessionId]?.status
  return status === 'running' || status === 'needs-you'
}

/** What is kept of each session over a restart: the queue, which is then no queue any more, and the draft behind it. */
export function textsToKeep({
  drafts,
  queued,
}: {
  readonly drafts: Readonly<Record<string, string>>
  readonly queued: Queues
}): Readonly<Record<string, string>> {
  const kept: Record<string, string> = { ...drafts }
  for (const [sessionId, messages] of Object.entries(queued)) {
    const texts = [...messages.map(({ text }) => text), drafts[sessionId] ?? '']
    kept[sessionId] = texts.filter((text) => text !== '').join('\n\n')
  }
  return kept
}
