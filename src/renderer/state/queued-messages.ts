import type { SessionEvent } from '@shared/domain/agent-event'
import type { SessionSummary } from '@shared/domain/session'
import type { KeptMessage } from '../lib/draft-storage'
import type { Picture } from '../lib/read-picture'

/** A message that waits for the end of a turn. `id` is this window's own; `text` is what will be sent, a prompt filled in. */
export interface QueuedMessage {
  readonly id: number
  readonly text: string
  readonly pictures: readonly Picture[]
}

/**
 * A message that was given to the turn that runs, under the name by which events tell what became of it. `answered`: the engine has
 * it, or had it before it could not be asked any more.
 */
export interface GivenMessage extends QueuedMessage {
  readonly clientId: string
  readonly answered: boolean
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

/** Whether the agent of a session reads what is written to it while its turn runs: one of another maker and a review do not. */
export const isSteerable = ({ agent, child }: SessionSummary): boolean =>
  agent === undefined && child?.kind !== 'review'

/** A queue and the draft behind it, as a page leaves them for the one that comes after it in the same tab. */
interface LeftQueue {
  readonly messages: readonly Pick<QueuedMessage, 'text' | 'pictures'>[]
  readonly draft: string
}

const leftKey = 'countersign.queue'

/** Leaves the queues for the next page of this tab, when this one goes. Failure only loses that they are queues: see textsToKeep. */
export function leaveQueues(
  storage: Storage,
  { queued, drafts }: { readonly queued: Queues; readonly drafts: Readonly<Record<string, string>> },
): void {
  const left = Object.entries(queued).flatMap(([id, messages]): [string, LeftQueue][] =>
    messages.length === 0
      ? []
      : [
          [
            id,
            { messages: messages.map(({ text, pictures }) => ({ text, pictures })), draft: drafts[id] ?? '' },
          ],
        ],
  )
  try {
    storage.removeItem(leftKey)
    if (left.length > 0) storage.setItem(leftKey, JSON.stringify(Object.fromEntries(left)))
  } catch {
    // Storage is full or switched off: they are found as drafts.
  }
}

/** Takes what the page before left in this tab: once, so that a copy of the tab sends nothing a second time. */
export function takeQueues(storage: Storage): {
  readonly queued: Queues
  readonly drafts: Readonly<Record<string, string>>
} {
  try {
    const left = JSON.parse(storage.getItem(leftKey) ?? '{}') as Readonly<Record<string, LeftQueue>>
    storage.removeItem(leftKey)
    const all = Object.entries(left)
    return {
      queued: Object.fromEntries(
        all.map(([id, { messages }]) => [id, messages.map((message, at) => ({ ...message, id: -1 - at }))]),
      ),
      drafts: Object.fromEntries(all.map(([id, { draft }]) => [id, draft])),
    }
  } catch {
    return { queued: {}, drafts: {} } // storage is switched off, or somebody else's
  }
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

/** What an earlier window gave and had not heard of since. */
export const givenBefore = (
  kept: Readonly<Record<string, readonly KeptMessage[]>>,
): Readonly<Record<string, readonly GivenMessage[]>> =>
  Object.fromEntries(
    Object.entries(kept).map(([sessionId, messages]) => [
      sessionId,
      messages.map((message, at) => ({ ...message, id: -1 - at, pictures: [], answered: true })),
    ]),
  )

/** What was given to a turn that runs no more and did not take it: its engine ended with it, or could not write it down. */
export function leftBehind(
  state: {
    readonly given: Readonly<Record<string, readonly GivenMessage[]>>
    readonly sessions: Readonly<Record<string, SessionSummary>>
    readonly transcripts: Readonly<Record<string, unknown>>
  },
  sessionId: string,
): readonly GivenMessage[] {
  // Only its record says what became of it.
  if (runsTurn(state, sessionId) || state.transcripts[sessionId] === undefined) return []
  return (state.given[sessionId] ?? []).filter(({ answered }) => answered)
}

/** What this window gave and has not been taken, after an event that may tell of it. */
export function givenAfter(
  given: Readonly<Record<string, readonly GivenMessage[]>>,
  { sessionId, event }: SessionEvent,
): Readonly<Record<string, readonly GivenMessage[]>> {
  if (event.type !== 'user.message' || event.clientId === undefined || !given[sessionId]) return given
  const left = given[sessionId].filter(({ clientId }) => clientId !== event.clientId)
  return left.length === given[sessionId].length ? given : { ...given, [sessionId]: left }
}
