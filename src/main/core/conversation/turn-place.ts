import type { HookSession } from '@shared/domain/hook-agent'
import type { Ids } from '../ports/system'
import { refuseTurn } from './refuse-turn'
import { newTurn, type RunningTurn, type TurnKind } from './running-turn'

/** The one place for a turn that a session has. */
export class TurnPlace {
  readonly #ids: Ids
  #turn: RunningTurn | undefined
  #closed = false

  constructor(ids: Ids) {
    this.#ids = ids
  }

  /** What has it now. */
  get turn(): RunningTurn | undefined {
    return this.#turn
  }

  get closed(): boolean {
    return this.#closed
  }

  /** Takes it; `ofHookAgent` is as for `refuseTurn`, which says what is thrown. */
  take(kind: TurnKind, ofHookAgent?: HookSession | false): RunningTurn {
    refuseTurn({ running: this.#turn !== undefined, closed: this.#closed, ofHookAgent })
    return (this.#turn = newTurn(this.#ids, kind))
  }

  /** Gives it back; who waits for the end of that turn is told by whoever ends it. */
  free(): void {
    this.#turn = undefined
  }

  /** Nobody takes it from now on. */
  close(): void {
    this.#closed = true
  }

  /** Takes it for something that is no turn. Throws as `take` does, and what `act` throws. */
  async alone<T>(act: () => Promise<T>): Promise<T> {
    const turn = this.take('none')
    try {
      return await act()
    } finally {
      this.free()
      turn.end(undefined)
    }
  }
}
