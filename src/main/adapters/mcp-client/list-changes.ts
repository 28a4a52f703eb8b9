import type { Clock } from '../../core/ports'

/** So long somebody waits for a list of which its server says that it has changed. */
const patienceMs = 3000

/** How often a server said that its list of tools changed, and how much of that the list counts which was read last. */
export class ListChanges {
  #said = 0
  #read = 0
  #isOver = false
  #next = Promise.withResolvers<undefined>()

  /** Everything that was said up to now, for `haveRead`. */
  get said(): number {
    return this.#said
  }

  /** True while something that was said is not read. */
  isOpen(): boolean {
    return this.#read < this.#said
  }

  say(): void {
    this.#said += 1
  }

  /** A list was read, or could not be, for which was asked when so much was said. */
  haveRead(said: number): void {
    this.#read = said
    this.#next.resolve(undefined)
    this.#next = Promise.withResolvers()
  }

  /** The connection has ended: nobody waits for it any more. */
  end(): void {
    this.#isOver = true
    this.#next.resolve(undefined)
  }

  /** Waits, not for long, until what was said up to now is read; whether it is. */
  async settled(clock: Clock, signal: AbortSignal): Promise<boolean> {
    const said = this.#said
    const isOpen = (): boolean => this.#read < said && !this.#isOver
    if (!isOpen()) return true
    const over = new AbortController()
    const late = clock
      .sleep(patienceMs, AbortSignal.any([signal, over.signal]))
      .catch(() => undefined)
      .then(() => 'late' as const)
    while (isOpen() && (await Promise.race([this.#next.promise, late])) !== 'late');
    over.abort()
    return !isOpen()
  }
}
