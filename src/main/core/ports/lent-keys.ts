import type { LentKey } from '@shared/domain/lent-key'

/** What one connection lends, for as long as it holds. */
export interface Lender {
  /** It lends these and no others. */
  hold(keys: readonly LentKey[]): void
  /** It lends nothing any more, unless it holds again; `forGood`: that will not be. */
  drop(forGood?: boolean): void
}

/**
 * What is lent for a provider at this address by the connection that work is done for. `elsewhere`: for another address; `lost`: it was, and may be again when
 * the line is back; `over`: it was, and will not be. Undefined: that connection lends none for it.
 */
export type FoundKey =
  | { readonly kind: 'held'; readonly key: string; readonly isHeld: () => boolean }
  | { readonly kind: 'elsewhere' | 'lost' | 'over' }

/** Keys that other machines lend. They are in memory alone, and each is for work of the connection that lent it. */
export interface LentKeys {
  /** One for each connection. */
  lender(): Lender
  /** Does work for a connection; what comes of it, whenever that is, is for that connection as well. */
  within<T>(lender: Lender, work: () => T): T
  find(provider: string, baseUrl: string): FoundKey | undefined
  /** Resolves when the connection that work is done for lends again; never where it does not. */
  again(): Promise<undefined>
  /** Every key that is held, for what must not be told. */
  secrets(): readonly string[]
}
