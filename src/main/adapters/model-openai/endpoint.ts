import type { ModelProvider } from '@shared/domain/settings'

/** A provider with everything a request needs. `key` is handed to the client and to nothing else. */
export interface Endpoint {
  readonly id: string
  readonly provider: ModelProvider
  readonly key: string
}

/** The provider's name for a person: the configured one, or its id. */
export function endpointLabel({ id, provider }: Endpoint): string {
  return provider.name ?? id
}

/** `host:port` of the provider's address; never its path, and never a user name that may stand in it. */
export function endpointHost({ provider }: Endpoint): string {
  const url = new URL(provider.base_url)
  return `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
}

const longestQuote = 300

/**
 * A server's words, fit to be shown: one line, without control characters, at most 300 characters, and without the
 * key, which some servers repeat. Still untrusted; '' when nothing is left.
 */
export function quoteServer(text: string, key: string): string {
  const blanked = key.length > 3 ? text.replaceAll(key, '[key]') : text
  const line = blanked.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  const characters = Array.from(line)
  return characters.length > longestQuote ? `${characters.slice(0, longestQuote - 1).join('')}…` : line
}
