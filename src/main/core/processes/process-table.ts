import type { ProcessOrigin, RunningProcess } from './running-process'

/** How many processes a session keeps. */
export const maxProcesses = 64

/** The processes that one session's exec tools keep, by the number that the model knows them under. */
export class ProcessTable {
  readonly #processes = new Map<number, RunningProcess>()
  #last = 0
  #closed = false

  /** A number that no process of this session had. */
  nextId(): ProcessOrigin['id'] {
    return (this.#last += 1)
  }

  /**
   * Keeps a process. Above the limit one has to go: the oldest that has ended, else the one not used for longest, which
   * is then stopped; it is returned. A closed table stops the process at once.
   */
  keep(process: RunningProcess): RunningProcess | undefined {
    this.#processes.set(process.origin.id, process)
    if (this.#closed) void process.stop()
    if (this.#processes.size <= maxProcesses) return undefined
    const others = [...this.#processes.values()].filter((each) => each !== process)
    const gone = others.find((each) => each.outcome) ?? others[0]
    if (!gone) return undefined
    this.#processes.delete(gone.origin.id)
    void gone.stop()
    return gone
  }

  /** The process of that number, which counts as used now; undefined: there is none (any more). */
  use(id: number): RunningProcess | undefined {
    const process = this.#processes.get(id)
    if (process) {
      this.#processes.delete(id)
      this.#processes.set(id, process)
    }
    return process
  }

  /** Forgets one whose end was told. */
  drop(id: number): void {
    this.#processes.delete(id)
  }

  /** The numbers in use, lowest first. */
  ids(): readonly number[] {
    return [...this.#processes.keys()].sort((a, b) => a - b)
  }

  /**
   * Ends the process of that number with all that it started; resolves when it has ended. False: it does not run (any
   * more). It stays in the table until the agent has read its end.
   */
  async stop(id: number): Promise<boolean> {
    const process = this.#processes.get(id)
    if (!process || process.outcome) return false
    await process.stop()
    return true
  }

  /** Stops everything and takes nothing more; resolves when nothing runs. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#processes.values()].map((process) => process.stop()))
    this.#processes.clear()
  }
}
