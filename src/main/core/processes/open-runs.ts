/** One run of a command as whoever runs it knows it. `signal` aborts when a person stops this run alone. */
export interface OpenRun {
  readonly signal: AbortSignal
  /** It has ended, and cannot be stopped any more. */
  end(): void
}

interface Entry {
  readonly stop: AbortController
  readonly ended: PromiseWithResolvers<undefined>
}

/** The runs of one session's commands that a person can stop, by the call that asked for them: those of a turn and those that stay. */
export class OpenRuns {
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
