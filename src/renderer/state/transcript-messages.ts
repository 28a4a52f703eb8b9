import type { AgentEvent } from '@shared/domain/agent-event'
import type { OpenedRecord } from '@shared/ipc/contract'
import type { TranscriptItem } from './transcript-items'

/** A message that was given to the turn that runs and was not taken yet. */
export type WaitingMessage = Omit<Extract<AgentEvent, { type: 'message.waiting' }>, 'type'>

interface SoFar {
  readonly items: readonly TranscriptItem[]
  readonly older?: OpenedRecord['older']
  readonly turn?: number
}

/** How many of the person's messages stand before the next one. */
function messagesBefore({ items, older }: SoFar): number {
  const last = items.findLast((each) => each.kind === 'user')
  return last === undefined ? (older?.userMessages ?? 0) : last.nth + 1
}

/** What the person said. One that was given to a running turn began none, and there is no going back to it. */
export function userSaid(
  transcript: SoFar,
  key: string,
  { text, images, steered }: Extract<AgentEvent, { type: 'user.message' }>,
): TranscriptItem {
  const turn = steered ? undefined : transcript.turn
  return {
    kind: 'user',
    key,
    text,
    nth: messagesBefore(transcript),
    ...(images && { images }),
    ...(turn !== undefined && { turn }),
  }
}

/** What waits after an event; the same list where it changes nothing. */
export function waitingAfter(
  before: readonly WaitingMessage[],
  event: AgentEvent,
): readonly WaitingMessage[] {
  if (event.type === 'message.waiting') {
    const { type: _, ...message } = event
    return [...before, message]
  }
  if (before.length === 0) return before
  if (event.type === 'turn.finished') return []
  if (event.type !== 'user.message') return before
  return before.filter(({ clientId }) => clientId !== event.clientId)
}
