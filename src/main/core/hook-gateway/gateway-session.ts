import type { Session } from '../conversation/session'
import type { TurnEnd, TurnWork } from '../conversation/turn'
import type { TurnContext, CommandParts } from '../turn/turn-context'

interface OpenTurn {
  readonly work: TurnWork
  /** Lets the turn end, and resolves when it has. */
  end(): Promise<void>
}

/**
 * The session that one agent of another maker is decided on in. It has a turn for as long as something of it waits, and the turn
 * ends what waits when a person stops it.
 */
export class GatewaySession {
  readonly #session: () => Promise<Session>
  #turn: Promise<OpenTurn> | undefined
  #last: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #known = false

  /** `session` is asked for at each turn: the session may have been put away and taken up again meanwhile. */
  constructor(session: () => Promise<Session>) {
    this.#session = session
  }

  /** Whether there is such a session, as far as was seen. */
  get known(): boolean {
    return this.#known
  }

  /** Does something in the session's turn. Rejects when none can begin, and then nothing was done. */
  async during<T>(work: (turn: TurnContext, parts: CommandParts) => Promise<T>): Promise<T> {
    this.#waiting += 1
    try {
      this.#turn ??= this.#begin()
      const { context, parts } = (await this.#turn).work
      return await work(context, parts)
    } finally {
      this.#waiting -= 1
      if (this.#waiting === 0) this.#end()
    }
  }

  #end(): void {
    const turn = this.#turn
    this.#turn = undefined
    this.#last = turn?.then((open) => open.end()).catch(() => undefined) ?? this.#last
  }

  async #begin(): Promise<OpenTurn> {
    await this.#last
    const session = await this.#session()
    this.#known = true
    const begun = Promise.withResolvers<TurnWork>()
    const done = Promise.withResolvers<TurnEnd>()
    const { ended } = await session.attend((work) => {
      begun.resolve(work)
      return done.promise
    })
    return {
      work: await begun.promise,
      end: async () => {
        const { aborted } = (await begun.promise).context.signal
        done.resolve({ outcome: aborted ? 'interrupted' : 'completed', lastMessage: undefined })
        await ended
      },
    }
  }
}
