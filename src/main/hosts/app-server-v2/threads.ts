import type { ProviderLimits } from '@shared/domain/agent-event'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { SessionSummary } from '@shared/domain/session'
import type { Asks } from '../../core/approvals/question-queue'
import type { EngineNotice } from '../../core/engine/engine-service'
import { RequestError } from '../app-server/request-error'
import { FollowedThread } from './followed-thread'
import type { ThreadWorld } from './thread-world'
import { limitsOf } from './tokens-of'

/** How many clients of one engine follow each thread. */
export class Followers {
  readonly #counts = new Map<string, number>()

  /** One more follows it. */
  add(threadId: string): void {
    this.#counts.set(threadId, (this.#counts.get(threadId) ?? 0) + 1)
  }

  /** One less does; true when it was the last. */
  remove(threadId: string): boolean {
    const left = (this.#counts.get(threadId) ?? 1) - 1
    if (left > 0) this.#counts.set(threadId, left)
    else this.#counts.delete(threadId)
    return left <= 0
  }
}

/** The threads that one client made or took up. Of every other session it hears nothing. */
export class Threads {
  readonly #world: ThreadWorld
  readonly #followers: Followers
  readonly #open = new Map<string, FollowedThread>()
  #limits: ProviderLimits = {}

  constructor(world: ThreadWorld, followers: Followers) {
    this.#world = world
    this.#followers = followers
  }

  /** The ids of all of them. */
  get ids(): string[] {
    return [...this.#open.keys()]
  }

  /** What the sessions of all of them run under now. */
  get policies(): SandboxPolicy[] {
    return [...this.#open.values()].map(({ session }) => session.sandboxPolicy)
  }

  /** Whether this client can be asked for a session that it follows, or for one that works for such; under `never` nobody is. */
  attend({ sessionId, askedBy }: Asks): boolean {
    const followed = this.#open.get(sessionId) ?? this.#open.get(askedBy?.parentId ?? '')
    return followed !== undefined && followed.session.approvalPolicy !== 'never'
  }

  /** What providers said of their limits last. */
  get limits() {
    return limitsOf(this.#limits)
  }

  /** The thread with this id; undefined when this client does not follow it. */
  find(threadId: string): FollowedThread | undefined {
    return this.#open.get(threadId)
  }

  /** The same. Throws RequestError. */
  get(threadId: string): FollowedThread {
    const found = this.#open.get(threadId)
    if (!found)
      throw new RequestError(
        `thread not found: ${threadId.slice(0, 100)}; expected one that thread/start, thread/resume or thread/fork gave`,
      )
    return found
  }

  /** Follows a session from now on. */
  follow(session: SessionSummary): FollowedThread {
    const known = this.#open.get(session.id)
    if (known) {
      known.changed(session)
      return known
    }
    const thread = new FollowedThread(this.#world, session)
    this.#open.set(session.id, thread)
    this.#followers.add(session.id)
    return thread
  }

  /** Tells nothing more of it. `last`: no other client follows it either. */
  leave(threadId: string): 'unknown' | 'followed' | 'last' {
    if (!this.#open.delete(threadId)) return 'unknown'
    return this.#followers.remove(threadId) ? 'last' : 'followed'
  }

  /** Lets go of a thread. What runs in it is stopped when nobody follows it any more, since nobody could be asked. */
  async letGo(threadId: string): Promise<boolean> {
    const left = this.leave(threadId)
    if (left === 'last') await this.#world.engine.unloadSession(threadId)
    return left !== 'unknown'
  }

  /** Takes what the engine broadcasts. */
  take(notice: EngineNotice): void {
    if (notice.kind === 'session') this.#open.get(notice.session.id)?.changed(notice.session)
    if (notice.kind === 'removed') this.leave(notice.sessionId)
    if (notice.kind !== 'event') return
    const { event } = notice.event
    if (event.type === 'limits.updated') {
      this.#limits = { ...this.#limits, ...event.limits }
      this.#world.emit({ method: 'account/rateLimits/updated', params: { rateLimits: this.limits } })
    }
    for (const thread of this.#open.values()) thread.take(notice.event)
  }
}
