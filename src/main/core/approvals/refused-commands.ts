import { FaultError } from '@shared/domain/fault'

/** A command that the policy refused without asking anybody. */
export interface RefusedCommand {
  readonly command: readonly string[]
  readonly cwd: string
  readonly escalated: boolean
}

/** So many are remembered, of all sessions together; the oldest go. */
const mostKept = 500

/** So long after a person wished it, the command is asked about when it comes again. */
const mostMs = 5 * 60 * 1000

/**
 * What the policy refused unasked, by the call that it was, and which of it a person wants to be asked about after all. Such a wish is no
 * yes: it turns the next refusal of the very same command in its session into a question, once. Kept in memory alone.
 */
export class RefusedCommands {
  readonly #now: () => number
  readonly #refused = new Map<string, RefusedCommand>()
  readonly #wished = new Map<string, number>()

  /** `now` in milliseconds. A clock that goes backwards ends what was wished. */
  constructor(now: () => number) {
    this.#now = now
  }

  /** Remembers that this call of a session was refused. */
  note(sessionId: string, callId: string, { command, cwd, escalated }: RefusedCommand): void {
    this.#refused.set(keyOf(sessionId, callId), { command, cwd, escalated })
    bound(this.#refused)
  }

  /** A person wants to be asked about this call when it is made again. Throws FaultError `bad-request` for one that was not refused so. */
  askAgain(sessionId: string, callId: string): RefusedCommand {
    const key = keyOf(sessionId, callId)
    const found = this.#refused.get(key)
    if (!found)
      throw new FaultError({
        code: 'bad-request',
        message: 'No command of this session was refused under that id, or it was wished once already.',
      })
    this.#refused.delete(key)
    this.#wished.set(wishOf(sessionId, found), this.#now())
    bound(this.#wished)
    return found
  }

  /** Whether a person wants to be asked about this command; that is over with it. */
  take(sessionId: string, command: RefusedCommand): boolean {
    const key = wishOf(sessionId, command)
    const at = this.#wished.get(key)
    this.#wished.delete(key)
    const now = this.#now()
    return at !== undefined && now >= at && now - at <= mostMs
  }
}

const keyOf = (sessionId: string, callId: string): string => JSON.stringify([sessionId, callId])

const wishOf = (sessionId: string, { command, cwd, escalated }: RefusedCommand): string =>
  JSON.stringify([sessionId, command, cwd, escalated])

function bound(kept: Map<string, unknown>): void {
  const [oldest] = kept.keys()
  if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
}
