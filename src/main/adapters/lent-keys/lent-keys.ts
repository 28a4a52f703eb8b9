import { AsyncLocalStorage } from 'node:async_hooks'
import type { LentKey } from '@shared/domain/lent-key'
import type { FoundKey, Lender, LentKeys } from '../../core/ports/lent-keys'

/** The keys that connections of this engine lend, held in memory until each says that it is over. */
export function createLentKeys(): LentKeys {
  const holding = new Set<OneLender>()
  const doneFor = new AsyncLocalStorage<Lender>()
  const current = (): OneLender | undefined => {
    const lender = doneFor.getStore()
    return lender instanceof OneLender ? lender : undefined
  }
  return {
    lender: () => new OneLender(holding),
    within: (lender, work) => doneFor.run(lender, work),
    find: (provider, baseUrl) => current()?.find(provider, baseUrl),
    again: () => current()?.again() ?? new Promise(() => undefined),
    secrets: () => [...holding].flatMap((lender) => lender.secrets()),
  }
}

class OneLender implements Lender {
  readonly #holding: Set<OneLender>
  #keys: ReadonlyMap<string, LentKey> = new Map()
  /** For which providers it has lent, so that it can be said why a key is missing. */
  readonly #lent = new Set<string>()
  #over = false
  #back = Promise.withResolvers<undefined>()

  constructor(holding: Set<OneLender>) {
    this.#holding = holding
  }

  hold(keys: readonly LentKey[]): void {
    this.#keys = new Map(keys.map((each) => [each.provider, each]))
    for (const { provider } of keys) this.#lent.add(provider)
    this.#holding.add(this)
    this.#back.resolve(undefined)
    this.#back = Promise.withResolvers()
  }

  drop(forGood = false): void {
    this.#over ||= forGood
    this.#keys = new Map()
    this.#holding.delete(this)
  }

  find(provider: string, baseUrl: string): FoundKey | undefined {
    const found = this.#keys.get(provider)
    if (!found) return this.#lent.has(provider) ? { kind: this.#over ? 'over' : 'lost' } : undefined
    if (addressOf(found.baseUrl) !== addressOf(baseUrl)) return { kind: 'elsewhere' }
    return { kind: 'held', key: found.key, isHeld: () => this.#keys.get(provider)?.key === found.key }
  }

  again(): Promise<undefined> {
    return this.#back.promise
  }

  secrets(): readonly string[] {
    return [...this.#keys.values()].map(({ key }) => key)
  }
}

/** The address as it is asked, however it was written. */
const addressOf = (url: string): string => new URL(url).href.replace(/\/+$/, '')
