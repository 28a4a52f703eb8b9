import { FaultError, type Fault } from '@shared/domain/fault'
import type { ModelListing } from '@shared/domain/model-listing'
import { modelPresets, type ModelPreset } from '@shared/domain/model-presets'
import type { ModelChoice } from '@shared/domain/settings'
import type { ModelCatalogue } from '../../core/model-catalogue'
import type { KeyStore } from '../../core/key-store'
import { addProvider } from '../../core/settings/add-provider'
import type { SettingsStore } from '../../core/settings/settings-store'
import { connect } from './connect'
import type { Endpoint } from './endpoint'
import { notAStreamFailure, requestFailure } from './failure'
import { findLocalServers } from './local-servers'
import { modelIds } from './model-ids'
import { providerListings } from './provider-listings'
import { endpointOf, providerTable, type ProvidersInput } from './providers'

/** How long a provider may take to tell its models, and how long its answer is good for. */
const listMs = 4_000
const freshMs = 300_000

/** `settings` is where a new provider goes. `local` are the servers looked for on this machine; the presets' when absent. */
export interface CatalogueInput extends ProvidersInput {
  readonly keys: KeyStore
  readonly settings: SettingsStore
  readonly local?: readonly ModelPreset[]
}

interface Reported {
  readonly models: readonly string[]
  readonly fault?: Fault
}

/**
 * The models of the provider that is configured, of every `[model_providers]` table, of every preset whose key is there,
 * and of the servers found on this machine, asked for at the same time. A provider that does not tell counts with the
 * model that is configured for it.
 */
export function createModelCatalogue(input: CatalogueInput): ModelCatalogue {
  const presets = input.local ?? modelPresets.filter(({ local }) => local)
  const cache = new Map<string, { readonly at: number; readonly reported: Promise<Reported> }>()

  function ask(endpoint: Endpoint, fresh: boolean): Promise<Reported> {
    const now = input.clock.now()
    const known = cache.get(endpoint.id)
    if (known && !fresh && now - known.at < freshMs) return known.reported
    const reported = askForModels(endpoint)
    cache.set(endpoint.id, { at: now, reported })
    void reported.then(({ fault }) => {
      if (fault) cache.delete(endpoint.id)
    })
    return reported
  }

  return {
    localServers: () => findLocalServers(presets),
    async saveKey(provider, key) {
      await input.keys.save(keyVariable(input, provider), key)
      cache.delete(provider)
      return input.keys.place
    },
    async removeKey(provider) {
      await input.keys.remove(keyVariable(input, provider))
      cache.delete(provider)
    },
    providers: () => providerListings(input),
    async test(provider) {
      const from = input.clock.now()
      const { models, fault } = await report(input, provider, (endpoint) => ask(endpoint, true))
      if (fault) return { kind: 'fails', fault }
      return { kind: 'answers', models: models.length, durationMs: Math.round(input.clock.now() - from) }
    },
    addProvider: (added) => {
      const taken = [...providerTable(input.config).keys(), ...Object.keys(input.builtIn)]
      return addProvider({ settings: input.settings, keys: input.keys, taken }, added)
    },
    async list(fresh) {
      const { config } = input
      const chosen = config.model_provider ?? 'openai'
      const wanted = [...providerTable(config)].filter(
        ([id, { env_key }]) =>
          Object.hasOwn(config.model_providers, id) ||
          (config.model !== undefined && id === chosen) ||
          (env_key !== undefined && hasKey(input, env_key)),
      )
      const [local, reported] = await Promise.all([
        findLocalServers(presets),
        Promise.all(
          wanted.map(async ([id, provider]) => ({
            id,
            provider,
            ...(await report(input, id, (it) => ask(it, fresh))),
          })),
        ),
      ])
      const listed = reported.flatMap(({ id, provider, models }) =>
        models.map((model) => choice(id, provider.name ?? id, model)),
      )
      const found = local
        .filter(({ provider }) => !wanted.some(([id]) => id === provider))
        .flatMap(({ provider, name, models }) => models.map((model) => choice(provider, name, model)))
      const builtIn = Object.values(input.builtIn).flatMap((each) => each.choices)
      const configured = config.model
      const first = wanted.flatMap(([id, { name }]) =>
        id === chosen && configured !== undefined ? [choice(id, name ?? id, configured)] : [],
      )
      return {
        choices: withoutRepeats([...first, ...listed, ...found, ...builtIn]),
        local,
        problems: reported.flatMap(({ id, provider, fault }) =>
          fault ? [{ provider: id, providerName: provider.name ?? id, fault }] : [],
        ),
      } satisfies ModelListing
    },
  }
}

async function report(
  input: ProvidersInput,
  id: string,
  ask: (endpoint: Endpoint) => Promise<Reported>,
): Promise<Reported> {
  try {
    return await ask(endpointOf(input, id))
  } catch (error) {
    if (error instanceof FaultError) return { models: [], fault: error.fault }
    throw error
  }
}

async function askForModels(endpoint: Endpoint): Promise<Reported> {
  const target = { endpoint, model: '' }
  try {
    const client = await connect(endpoint)
    const answer: unknown = await client.get('/models', { signal: AbortSignal.timeout(listMs) })
    const models = modelIds(answer)
    return models ? { models } : { models: [], fault: notAStreamFailure('something else', target).fault }
  } catch (error) {
    return { models: [], fault: requestFailure(error, target).fault }
  }
}

function keyVariable({ config }: ProvidersInput, provider: string): string {
  const variable = providerTable(config).get(provider)?.env_key
  if (variable !== undefined) return variable
  throw new FaultError({ code: 'bad-request', message: `The provider "${provider}" takes no key.` })
}

function hasKey({ env, keys }: ProvidersInput, variable: string): boolean {
  return (env[variable] ?? '').trim() !== '' || keys.read(variable) !== undefined
}

const choice = (provider: string, providerName: string, model: string): ModelChoice => ({
  provider,
  providerName,
  model,
  demo: false,
})

function withoutRepeats(choices: readonly ModelChoice[]): ModelChoice[] {
  const seen = new Set<string>()
  return choices.filter(({ provider, model }) => {
    const key = JSON.stringify([provider, model])
    return !seen.has(key) && seen.add(key).has(key)
  })
}
