import type { Clock } from '../ports/system'
import { isWithin } from '../shell/paths'
import { clockStepMs } from '../turn/request-rehearsals'

/** Where something stands in the line: its session, and the folder that this works in, absolute and real. */
interface Standing {
  readonly session: string
  readonly folder: string
}

interface InLine extends Standing {
  readonly done: Promise<unknown>
  /** Resolves when it has gone on for so long that other sessions do not wait for it. */
  readonly long: Promise<unknown>
}

/** What was put in place a moment ago would look as if it came after: nobody begins within so many milliseconds of it. */
const settleMs = 2 * clockStepMs

const share = (one: Standing, other: Standing): boolean =>
  one.session === other.session || isWithin(one.folder, other.folder) || isWithin(other.folder, one.folder)

/**
 * What runs on copies of one folder, or of folders that hold one another, follows one another, so that each sees what was put in place of those before it.
 * What a session began earlier is waited for to its end; what another session runs for no longer than it may take (`mostMs`): those go on beside each other
 * then, and what both change is found out where the later one is put in place.
 */
export class FolderLine {
  readonly #line = new Set<InLine>()
  readonly #clock: Pick<Clock, 'sleep' | 'now'>
  #lastDone = -Infinity

  constructor(clock: Pick<Clock, 'sleep' | 'now'>) {
    this.#clock = clock
  }

  /** Does the work when its turn has come, or at once with the signal, which ends it. The work never rejects. */
  join(
    at: Standing,
    work: () => Promise<void>,
    { mostMs, signal }: { mostMs: number; signal: AbortSignal },
  ): void {
    const before = [...this.#line].filter((each) => share(each, at))
    const turn = Promise.all(
      before.map(({ session, done, long }) => (session === at.session ? done : Promise.race([done, long]))),
    )
    const long = Promise.withResolvers<undefined>()
    const settled = turn.then(() => this.#settled(signal))
    const done = Promise.race([settled, ended(signal)]).then(async () => {
      const over = new AbortController()
      void this.#clock.sleep(mostMs, over.signal).then(
        () => long.resolve(undefined),
        () => undefined,
      )
      await work()
      over.abort()
    })
    this.#add({ ...at, done, long: long.promise })
  }

  /** What comes from now on waits for this as well, whichever session's it is no longer than that. */
  waitFor(at: Standing, done: Promise<unknown>, mostMs: number): void {
    const over = new AbortController()
    const long = this.#clock.sleep(mostMs, over.signal).catch(() => undefined)
    void done.then(() => over.abort())
    const either = Promise.race([done, long])
    this.#add({ ...at, done: either, long: either })
  }

  #add(entry: InLine): void {
    this.#line.add(entry)
    void entry.done.then(() => {
      this.#line.delete(entry)
      this.#lastDone = this.#clock.now()
    })
  }

  async #settled(signal: AbortSignal): Promise<void> {
    const left = settleMs - (this.#clock.now() - this.#lastDone)
    if (left > 0) await this.#clock.sleep(Math.min(left, settleMs), signal).catch(() => undefined)
  }
}

/** Resolves with the signal; never without. */
const ended = (signal: AbortSignal): Promise<unknown> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    signal.addEventListener('abort', resolve, { once: true })
  })
