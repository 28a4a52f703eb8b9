import { FaultError } from '@shared/domain/fault'
import type { OpenPort } from '../ports/sandbox'
import { processNews } from './process-news'
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

/** One run of a command as whoever runs it knows it. `signal` aborts when a person stops this run alone. */
interface OpenRun {
  readonly signal: AbortSignal
  /** It has ended, and cannot be stopped any more. */
  end(): void
}

interface Entry {
  readonly stop: AbortController
  readonly ended: PromiseWithResolvers<undefined>
}

/** The runs of one session's commands that a person can stop, by the call that asked for them: those of a turn and those that stay. */
class OpenRuns {
  readonly #runs = new Map<string, readonly Entry[]>()

  /** Notes a run that begins. A call has one run at a time; of two calls with one id both count. */
  begin(callId: string): OpenRun {
    const entry: Entry = { stop: new AbortController(), ended: Promise.withResolvers() }
    this.#runs.set(callId, [...this.#of(callId), entry])
    return {
      signal: entry.stop.signal,
      end: () => {
        const others = this.#of(callId).filter((each) => each !== entry)
        if (others.length > 0) this.#runs.set(callId, others)
        else this.#runs.delete(callId)
        entry.ended.resolve(undefined)
      },
    }
  }

  /** The calls of which something runs. */
  calls(): readonly string[] {
    return [...this.#runs.keys()]
  }

  /** Ends what runs of that call with everything it started; resolves when that is gone. False: it does not run (any more). */
  async stop(callId: string): Promise<boolean> {
    const entries = this.#of(callId)
    for (const { stop } of entries) stop.abort(new Error('a person stopped this command'))
    await Promise.all(entries.map(({ ended }) => ended.promise))
    return entries.length > 0
  }

  #of(callId: string): readonly Entry[] {
    return this.#runs.get(callId) ?? []
  }
}

/** The ports that the commands of one session listen on, by the call that started them. */
export class OpenPorts {
  readonly #ports = new Map<string, readonly OpenPort[]>()

  /** Takes the place of what was known of this call; none: it listens nowhere any more. */
  set(callId: string, ports: readonly OpenPort[]): void {
    if (ports.length === 0) this.#ports.delete(callId)
    else this.#ports.set(callId, ports)
  }

  /** Where the port of that call is reached on this machine. Throws FaultError `bad-request` where it is not open (any more). */
  async forward(callId: string, port: number): Promise<{ readonly url: string }> {
    const found = this.#ports.get(callId)?.find((each) => each.port === port)
    if (!found)
      throw new FaultError({
        code: 'bad-request',
        message: `Nothing listens on port ${String(port)} any more.`,
      })
    try {
      return { url: `http://127.0.0.1:${String(await found.forward())}/` }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      throw new FaultError(
        { code: 'bad-request', message: `Port ${String(port)} cannot be opened: ${why}.` },
        error,
      )
    }
  }
}
