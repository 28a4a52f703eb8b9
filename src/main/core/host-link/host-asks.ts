import type { HostAsk, HostQuestion } from '@shared/domain/host-ask'
import type { Clock } from '../ports/system'

/** What a person said to what the command of a host asks. `nobody`: there is no one here who could be asked. */
export type HostAnswer =
  | { readonly kind: 'answer'; readonly text: string }
  | { readonly kind: 'cancelled' | 'nobody' }

/** Asks a person; `over` is aborted when the command does not wait any more. Never rejects. */
export type AskForHost = (question: HostQuestion, over: AbortSignal) => Promise<HostAnswer>

/** How what a pipe's command asked stands: `changes` counts what was asked and what was answered, and `outcome` is the last. */
export interface AskState {
  readonly changes: number
  readonly asking: boolean
  readonly outcome: 'none' | HostAnswer['kind']
}

/** What one command is given to ask with. `refused` resolves when a person did not answer: the command is to end then. */
export interface AskLine {
  readonly env: Readonly<Record<string, string>>
  readonly refused: Promise<undefined>
  readonly state: () => AskState
  close(): void
}

/** So long something is asked: servers wait two minutes, and nothing is left open for who has gone. */
const mostWaitMs = 10 * 60_000
/** So long no window is there before what waits is over: one that is loaded anew is back sooner. */
const mostAwayMs = 5_000
/** So much waits to be asked at once; a command that asks more is told no. */
const mostWaiting = 100

interface Waiting {
  readonly ask: HostAsk
  readonly settle: (answer: HostAnswer) => void
}

/**
 * What the commands of hosts ask in the windows of this program, one after the other. An answer goes to who asked and is kept nowhere; with the last window
 * what waits is over, and before the first it waits for one.
 */
export class HostAsks {
  readonly #clock: Clock
  readonly #changed: () => void
  #waiting: Waiting[] = []
  #windows = 0
  #away: AbortController | undefined
  #asked = 0

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock
    this.#changed = changed
  }

  /** What is asked now; undefined: nothing. */
  get first(): HostAsk | undefined {
    return this.#waiting[0]?.ask
  }

  /** What asks for a host of this name, whose command is this program. */
  of(host: string, program: string): AskForHost {
    return (question, over) => this.#ask({ ...question, host, program: program.slice(-200) }, over)
  }

  /** Answers what is asked now; without a text it is cancelled. False: that is not asked any more. */
  answer(id: string, text: string | undefined): boolean {
    const [first] = this.#waiting
    if (first?.ask.id !== id) return false
    first.settle(text === undefined ? { kind: 'cancelled' } : { kind: 'answer', text })
    return true
  }

  /** Says that a window is there that shows what is asked; returns what says that it has gone. */
  attend(): () => void {
    let there = true
    this.#windows += 1
    this.#away?.abort()
    return () => {
      if (!there) return
      there = false
      this.#windows -= 1
      if (this.#windows > 0) return
      const away = new AbortController()
      this.#away = away
      const close = (): void => {
        this.close()
      }
      this.#clock.sleep(mostAwayMs, away.signal).then(close, () => undefined) // another came
    }
  }

  /** Cancels all that waits. */
  close(): void {
    for (const { settle } of [...this.#waiting]) settle({ kind: 'cancelled' })
  }

  #ask(asked: Omit<HostAsk, 'id'>, over: AbortSignal): Promise<HostAnswer> {
    if (over.aborted || this.#waiting.length >= mostWaiting) return Promise.resolve({ kind: 'cancelled' })
    const { promise, resolve } = Promise.withResolvers<HostAnswer>()
    const done = new AbortController()
    this.#asked += 1
    const waiting: Waiting = {
      ask: { ...asked, id: `ask-${String(this.#asked)}` },
      settle: (answer) => {
        if (!this.#waiting.includes(waiting)) return
        this.#waiting = this.#waiting.filter((each) => each !== waiting)
        done.abort()
        resolve(answer)
        this.#changed()
      },
    }
    const cancel = (): void => {
      waiting.settle({ kind: 'cancelled' })
    }
    over.addEventListener('abort', cancel, { once: true, signal: done.signal })
    this.#clock.sleep(mostWaitMs, done.signal).then(cancel, () => undefined) // it was answered
    this.#waiting.push(waiting)
    if (this.#waiting.length === 1) this.#changed()
    return promise
  }
}
