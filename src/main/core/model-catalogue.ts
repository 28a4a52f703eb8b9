import type { LocalServer, ModelListing } from '@shared/domain/model-listing'
import type { ProviderListing, ProviderTest } from '@shared/domain/provider-listing'
import type { AddedProvider, NewProvider } from '@shared/domain/new-provider'

/**
 * What models there are to choose from, as the servers tell. `list` and `localServers` never throw and take a bounded
 * time; a list may come from a cache of a few minutes, `fresh` asks again. `localServers` talks to this machine alone.
 * `saveKey` stores a provider's key and says where it lies; it throws FaultError `bad-request` for a provider without
 * one, and `store-failed`.
 */
export interface ModelCatalogue {
  list(fresh: boolean): Promise<ModelListing>
  localServers(): Promise<readonly LocalServer[]>
  saveKey(provider: string, key: string): Promise<string>
  /** Takes a stored key out of the store; none there is no error. Throws as `saveKey` does. */
  removeKey(provider: string): Promise<void>
  /** Every provider that could be spoken to, and where its key lies; the built-in demo is none. */
  providers(): readonly ProviderListing[]
  /** Asks a provider for its models, with the key that it has, and never from a cache. Never throws: what is wrong is the answer. */
  test(provider: string): Promise<ProviderTest>
  /** Sets a server up in config.toml, with its key in the key store. Throws as `addProvider` in core/settings does. */
  addProvider(added: NewProvider): Promise<AddedProvider>
}
