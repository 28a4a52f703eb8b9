import type { Evidence } from '@shared/domain/evidence'

/** The writes that the kernel stopped, each told once, however often a process tries. */
export class FreshStops {
  /** How to see all that was stopped so far of the process that runs now; undefined: none has begun. */
  look: (() => Promise<readonly Evidence[]>) | undefined
  readonly #told = new Set<string>()

  /** Those that were not told before. Never rejects. */
  async take(): Promise<readonly Evidence[]> {
    const all = (await this.look?.().catch(() => [])) ?? []
    const fresh = all.filter(
      ({ kind, source, target }) => kind === 'write' && source === 'kernel' && !this.#told.has(target),
    )
    for (const { target } of fresh) this.#told.add(target)
    return fresh
  }
}
