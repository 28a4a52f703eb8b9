import { FaultError } from '@shared/domain/fault'
import { LentKey } from '@shared/domain/lent-key'
import type { Lent } from '../../core/host-link/host-client'
import { endpointOf, type ProvidersInput } from './providers'

/** The keys of these providers, as this machine has them now; `missing` are those without one, and those that are not there. */
export function keysToLend(
  wanted: readonly string[],
  input: Pick<ProvidersInput, 'config' | 'env' | 'keys'>,
): Lent {
  const found = [...new Set(wanted)].map((provider) => {
    try {
      const { key, provider: settings } = endpointOf({ ...input, builtIn: {} }, provider)
      return LentKey.safeParse({ provider, baseUrl: settings.base_url, key }).data ?? provider
    } catch (error) {
      if (!(error instanceof FaultError)) throw error
      return provider
    }
  })
  return {
    keys: found.filter((each) => typeof each !== 'string'),
    missing: found.filter((each) => typeof each === 'string'),
  }
}
