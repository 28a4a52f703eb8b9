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
  /** By session the turn that was begun in it last; `seen`: all that the host told since is known, so that what goes on in that session is of this turn. */
  readonly #turns = new Map<string, { readonly id: string; readonly seen: boolean }>()
  readonly #kept = new Map<string, string>()
  /** By session the run of its terminal. */
  readonly #terminals = new Map<string, number>()
  /** Turns and terminals of which the host has not said yet that they began. */
  readonly #beginning = new Set<Promise<void>>()

  /** Takes note of a request and of what comes of it. */
  asked<C extends RequestChannel>(channel: C, payload: RequestOf<C>, answer: Promise<ResponseOf<C>>): void {
    const { sessionId = '' } = payload as { readonly sessionId?: string }
    if (channel !== 'terminal.open' && !begins.some((each) => each === channel)) return
    const noted = (answer as Promise<unknown>).then(
      (begun) => {
        if (channel !== 'terminal.open') {
          this.#turns.set(sessionId, { id: (begun as ResponseOf<Begins>).turnId, seen: true })
          return
        }
        const opened = begun as ResponseOf<'terminal.open'>
        // One that runs there is whose it was, whoever looks at it from here.
        if (opened.begun === true && opened.run !== undefined) this.#terminals.set(sessionId, opened.run)
      },
      () => undefined, // none began, and who asked is told
    )
    this.#beginning.add(noted)
    void noted.then(() => this.#beginning.delete(noted))
  }

  /** Takes note of what the host tells. */
  follow({ sessionId, event }: SessionEvent): void {
    const turn = this.#turns.get(sessionId)
    if (event.type === 'turn.finished' && turn?.id === event.turnId) this.#turns.delete(sessionId)
    if (event.type === 'command.kept' && turn?.seen === true && this.#kept.size < mostKept)
      this.#kept.set(event.callId, sessionId)
    if (event.type === 'command.finished') this.#kept.delete(event.callId)
  }

  /** The same of all sessions there, where something was missed: what runs in one of them may be another turn, of somebody else's. */
  settle(sessions: readonly SessionSummary[]): void {
    const running = new Set(
      sessions.flatMap(({ id, status }) => (status === 'running' || status === 'needs-you' ? [id] : [])),
    )
    for (const [sessionId, { id }] of this.#turns)
      if (running.has(sessionId)) this.#turns.set(sessionId, { id, seen: false })
      else this.#turns.delete(sessionId)
  }

  /** Ends all of it there, by its own name each. Resolves when the host has answered to each; what it refuses, as an engine of another build may, goes on. */
  async end(
    ask: <C extends RequestChannel>(channel: C, payload: RequestOf<C>) => Promise<unknown>,
  ): Promise<void> {
    await Promise.all(this.#beginning)
    const asked = [
      ...[...this.#turns].map(([sessionId, { id }]) => ask('turn.interrupt', { sessionId, turnId: id })),
      ...[...this.#kept].map(([callId, sessionId]) => ask('process.stop', { sessionId, callId })),
      ...[...this.#terminals].map(([sessionId, run]) => ask('terminal.end', { sessionId, run })),
    ]
    await Promise.allSettled(asked)
  }
}
