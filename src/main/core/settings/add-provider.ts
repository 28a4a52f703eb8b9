import { FaultError } from '@shared/domain/fault'
import type { AddedProvider, NewProvider } from '@shared/domain/provider-listing'
import type { SettingEdit } from '@shared/domain/settings-view'
import type { KeyStore } from '../ports/key-store'
import type { SettingsStore } from './settings-store'

/** Where a provider is put. `taken` are the ids that mean something already. */
export interface ProviderPlaces {
  readonly settings: Pick<SettingsStore, 'read' | 'write'>
  readonly keys: Pick<KeyStore, 'save' | 'remove'>
  readonly taken: Iterable<string>
}

/**
 * Writes a provider into config.toml, under an id and with a key variable that nothing else has: whatever a window
 * asks for, no provider that is there changes, and no key that is there goes to the new address. Throws FaultError
 * `bad-request` when it cannot be written or its key would go over the network in the clear, and `store-failed`; nothing
 * is left behind then.
 */
export async function addProvider(places: ProviderPlaces, added: NewProvider): Promise<AddedProvider> {
  const { settings, keys } = places
  const { name, address, wireApi, model, key } = added
  if (key !== undefined && !isPrivate(address))
    throw refused('A key goes only to an https address, or to this machine.')
  const { version, problem, file } = await settings.read()
  if (problem !== undefined) throw refused(problem)
  const id = freeId(name, new Set(places.taken))
  const variable = `COUNTERSIGN_${id.replaceAll('-', '_').toUpperCase()}_KEY`
  const table = {
    name,
    base_url: address.replace(/\/+$/, ''),
    wire_api: wireApi,
    ...(key === undefined ? {} : { env_key: variable }),
  }
  const edits: SettingEdit[] = [
    { key: `model_providers.${id}`, value: table },
    ...(model === undefined
      ? []
      : [
          { key: 'model_provider', value: id },
          { key: 'model', value: model },
        ]),
  ]
  if (key !== undefined) await keys.save(variable, key)
  try {
    const reply = await settings.write(version, edits)
    switch (reply.kind) {
      case 'written':
        return { provider: id, file }
      case 'conflict':
        throw refused('config.toml was changed meanwhile, so nothing was written. Try again.')
      case 'refused':
        throw refused(reply.message)
    }
  } catch (error) {
    if (key !== undefined) await keys.remove(variable)
    throw error
  }
}

function refused(message: string): FaultError {
  return new FaultError({ code: 'bad-request', message })
}

/** Whether nobody on the way can read along. */
function isPrivate(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

function freeId(name: string, taken: ReadonlySet<string>): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  const first = plain === '' ? 'server' : plain
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? first : `${first}-${number}`
    if (!taken.has(id)) return id
  }
}
