import type { FactsBudget } from '../../core/assessment/facts/facts-reader'

/** Why an answer is missing when the budget has ended. */
export const outOfTime = 'not looked at for lack of time'

/**
 * The budget of one reading: time and directory entries. A call that the file system does not answer (a dead network
 * mount) is left behind when the time is over; nothing waits for it.
 */
export class Deadline {
  private readonly ends: number
  private entriesLeft: number
  private leftOut = false

  constructor(budget: FactsBudget) {
    this.ends = performance.now() + budget.ms
    this.entriesLeft = budget.entries
  }

  get over(): boolean {
    return performance.now() >= this.ends
  }

  /** True while nothing had to be left out. */
  get complete(): boolean {
    return !this.leftOut
  }

  /** Notes that something was left out. */
  cut(): void {
    this.leftOut = true
  }

  /** Takes entries from the budget; false when none are left. */
  take(count: number): boolean {
    this.entriesLeft -= count
    if (this.entriesLeft >= 0) return true
    this.leftOut = true
    return false
  }

  /** The promise's value, or undefined once the time is over. Errors of a promise that is left behind are dropped. */
  async race<T>(work: () => Promise<T>): Promise<T | undefined> {
    const left = this.ends - performance.now()
    if (left <= 0) {
      this.leftOut = true
      return undefined
    }
    const running = work()
    running.catch(() => undefined) // once the time is over, nobody waits for it any more
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<undefined>((resolve) => {
      timer = setTimeout(() => {
        this.leftOut = true
        resolve(undefined)
      }, left)
    })
    try {
      return await Promise.race([running, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
