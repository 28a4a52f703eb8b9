import type { ProviderListing } from '@shared/domain/provider-listing'
import { providerTable, type ProvidersInput } from './providers'

/** Every provider as a person sets it up, those of config.toml first. No key is in it, only where one lies. */
export function providerListings(input: ProvidersInput): readonly ProviderListing[] {
  const { config } = input
  const all = [...providerTable(config)].map(
    ([id, { name, base_url, wire_api, env_key }]): ProviderListing => ({
      id,
      name: name ?? id,
      address: base_url,
      wireApi: wire_api,
      own: Object.hasOwn(config.model_providers, id),
      key: keyPlace(input, env_key),
      ...(env_key === undefined ? {} : { variable: env_key }),
    }),
  )
  return [...all.filter(({ own }) => own), ...all.filter(({ own }) => !own)]
}

function keyPlace({ env, keys }: ProvidersInput, variable: string | undefined): ProviderListing['key'] {
  if (variable === undefined) return 'none'
  if ((env[variable] ?? '').trim() !== '') return 'environment'
  return keys.read(variable) === undefined ? 'missing' : 'stored'
}
