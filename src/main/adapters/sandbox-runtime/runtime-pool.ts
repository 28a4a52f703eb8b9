import type { RuntimeConfig } from './runtime-config'
import type { RuntimeSession } from './runtime-session'

/** Idle runtimes that are kept; a further one closes the oldest. */
const maxIdle = 4

/**
 * Runtimes by configuration. A runtime serves one run at a time, and is used again only for exactly the same limits and
 * folder, so that no two policies ever meet in one. `open` makes a fresh one without starting it.
 */
export class RuntimePool {
  readonly #open: (cwd: string) => RuntimeSession
  readonly #idle: { key: string; session: RuntimeSession }[] = []
  #closed = false

  constructor(open: (cwd: string) => RuntimeSession) {
    this.#open = open
  }

  /** A started runtime for these limits, for the caller alone. Rejects when it cannot be started. */
  async acquire(
    config: RuntimeConfig,
    cwd: string,
  ): Promise<{ session: RuntimeSession; release: () => void }> {
    const key = JSON.stringify([cwd, config])
    const at = this.#idle.findIndex((each) => each.key === key && each.session.alive)
    const found = at < 0 ? undefined : this.#idle.splice(at, 1)[0]
    const session = found?.session ?? (await this.#start(config, cwd))
    return { session, release: () => this.#release(key, session) }
  }

  /** Closes what is idle; what is in use is closed when it comes back. */
  close(): void {
    this.#closed = true
    for (const { session } of this.#idle.splice(0)) session.close()
  }

  async #start(config: RuntimeConfig, cwd: string): Promise<RuntimeSession> {
    const session = this.#open(cwd)
    try {
      await session.start(config)
      return session
    } catch (error) {
      session.close()
      throw error
    }
  }

  #release(key: string, session: RuntimeSession): void {
    if (!session.alive) return
    this.#idle.push({ key, session })
    while (this.#idle.length > (this.#closed ? 0 : maxIdle)) this.#idle.shift()?.session.close()
  }
}
