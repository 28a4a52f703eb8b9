import { processNews } from './process-news'
import { OpenPorts } from './open-ports'
import { OpenRuns } from './open-runs'
import type { ProcessOrigin, RunningProcess } from './running-process'

/** How many processes a session keeps. */
export const maxProcesses = 64

/** The processes that one session's exec tools keep, by the number that the model knows them under. */
export class ProcessTable {
  /** What its commands listen on, those that are not kept included. */
  readonly ports = new OpenPorts()
  /** What of it runs and can be stopped, the commands of a turn included. */
  readonly runs = new OpenRuns()
  readonly #processes = new Map<number, RunningProcess>()
  readonly #reported = new Set<number>()
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

  /** Ends what runs of these calls, and forgets it; resolves when it is gone. Nobody is told of it any more. */
  async forget(callIds: readonly string[]): Promise<void> {
    await Promise.all(callIds.map((callId) => this.runs.stop(callId)))
    const gone = [...this.#processes.values()].filter(({ origin }) => callIds.includes(origin.callId))
    await Promise.all(gone.map((process) => process.stop()))
    for (const { origin } of gone) this.#processes.delete(origin.id)
  }

  /** The numbers in use, lowest first. */
  ids(): readonly number[] {
    return [...this.#processes.keys()].sort((a, b) => a - b)
  }

  /** What the agent is told of processes that a person stopped and whose end it has not read; undefined: nothing. Each is told once. */
  news(): string | undefined {
    const unreported = [...this.#processes.values()].filter(
      ({ origin, outcome }) =>
        outcome?.kind === 'cancelled' && outcome.by === 'person' && !this.#reported.has(origin.id),
    )
    for (const { origin } of unreported) this.#reported.add(origin.id)
    return processNews(unreported.map(({ origin }) => origin))
  }

  /** Stops everything and takes nothing more; resolves when nothing runs. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.all([...this.#processes.values()].map((process) => process.stop()))
    this.#processes.clear()
  }
}
