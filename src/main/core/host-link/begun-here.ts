import type { SessionEvent } from '@shared/domain/agent-event'
import type { SessionSummary } from '@shared/domain/session'
import type { RequestChannel } from '@shared/ipc/channels'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'

/** What begins a turn. To write into one that runs is not to begin it. */
const begins = ['turn.start', 'turn.retry', 'turn.run-again', 'review.start', 'session.compact'] as const
type Begins = (typeof begins)[number]

/** A host tells which commands are kept: of more than these nothing is known. */
const mostKept = 500

/**
 * What windows of this program began on one host and is under way there: turns, the commands that they left running, and terminals. Ids are those there.
 * What anybody else began is none of it, and neither is what a window began that was killed.
 */
export class BegunHere {
  /** By session the turn that was begun in it last. */
  readonly #turns = new Map<string, string>()
  readonly #kept = new Map<string, string>()
  readonly #terminals = new Set<string>()
  /** Turns and terminals of which the host has not said yet that they began. */
  readonly #beginning = new Set<Promise<void>>()

  /** Takes note of a request and of what comes of it. */
  asked<C extends RequestChannel>(channel: C, payload: RequestOf<C>, answer: Promise<ResponseOf<C>>): void {
    const { sessionId = '' } = payload as { readonly sessionId?: string }
    if (channel !== 'terminal.open' && !begins.some((each) => each === channel)) return
    const noted = answer.then(
      (begun) => {
        if (channel !== 'terminal.open') this.#turns.set(sessionId, (begun as ResponseOf<Begins>).turnId)
        // One that runs there is whose it was, whoever looks at it from here.
        else if ((begun as ResponseOf<'terminal.open'>).begun) this.#terminals.add(sessionId)
      },
      () => undefined, // none began, and who asked is told
    )
    this.#beginning.add(noted)
    void noted.then(() => this.#beginning.delete(noted))
  }

  /** Takes note of what the host tells. */
  follow({ sessionId, event }: SessionEvent): void {
    if (event.type === 'turn.finished' && this.#turns.get(sessionId) === event.turnId)
      this.#turns.delete(sessionId)
    if (event.type === 'command.kept' && this.#turns.has(sessionId) && this.#kept.size < mostKept)
      this.#kept.set(event.callId, sessionId)
    if (event.type === 'command.finished') this.#kept.delete(event.callId)
  }

  /** The same of all sessions there, where something was missed. */
  settle(sessions: readonly SessionSummary[]): void {
    const running = new Set(
      sessions.flatMap(({ id, status }) => (status === 'running' || status === 'needs-you' ? [id] : [])),
    )
    for (const sessionId of this.#turns.keys()) if (!running.has(sessionId)) this.#turns.delete(sessionId)
  }

  /** Ends all of it there. Resolves when the host has answered to each; what it refuses goes on. */
  async end(
    ask: <C extends RequestChannel>(channel: C, payload: RequestOf<C>) => Promise<unknown>,
  ): Promise<void> {
    await Promise.all(this.#beginning)
    const asked = [
      ...[...this.#turns.keys()].map((sessionId) => ask('turn.interrupt', { sessionId })),
      ...[...this.#kept].map(([callId, sessionId]) => ask('process.stop', { sessionId, callId })),
      ...[...this.#terminals].map((sessionId) => ask('terminal.end', { sessionId })),
    ]
    await Promise.allSettled(asked)
  }
}
