import { get, type IncomingMessage } from 'node:http'
import { z } from 'zod'
import { FaultError, type Fault } from '@shared/domain/fault'
import type { ModelPreset } from '@shared/domain/model-presets'
import type { ModelChoice } from '@shared/domain/settings'
import type { ProviderListing, ModelListing, LocalServer } from '@shared/domain/provider-listing'
import type { ModelCatalogue } from '../../core/ports/models'
import type { KeyStore } from '../../core/ports/key-store'
import { addProvider } from '../../core/settings/add-provider'
import type { SettingsStore } from '../../core/settings/settings-store'
import { connect } from './load-client'
import type { Endpoint } from './endpoint'
import { notAStreamFailure, requestFailure } from './failure'
import { endpointOf, isLoopback, presetsHere, providerTable, type ProvidersInput } from './providers'

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
  const presets = input.local ?? presetsHere(input.env).filter(({ local }) => local)
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
      // The clock may be set back meanwhile.
      const durationMs = Math.max(0, Math.round(input.clock.now() - from))
      return { kind: 'answers', models: models.length, durationMs }
    },
    addProvider: (added) => {
      const taken = [...providerTable(input).keys(), ...Object.keys(input.builtIn)]
      return addProvider({ settings: input.settings, keys: input.keys, taken }, added)
    },
    async list(fresh) {
      const { config } = input
      const chosen = config.model_provider ?? 'openai'
      const wanted = [...providerTable(input)].filter(
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

/** Where nobody listens that is known at once; one that loads a model, or on a machine with much to do, takes longer to answer. */
const probeMs = 3_000
const maxBytes = 1_000_000

/**
 * Asks the usual ports of this machine for their models, all at the same time, 3 s at most. Only loopback addresses
 * are asked, redirects are not followed, no key is sent; what does not answer as a model server does is none.
 */
export async function findLocalServers(presets: readonly ModelPreset[]): Promise<LocalServer[]> {
  const found = await Promise.all(presets.filter(isOnLoopback).map(probe))
  return found.filter((server) => server !== undefined)
}

const isOnLoopback = ({ base_url }: ModelPreset): boolean => isLoopback(new URL(base_url).hostname)

async function probe({ id, name, base_url }: ModelPreset): Promise<LocalServer | undefined> {
  try {
    const models = modelIds(JSON.parse(await answerOf(`${base_url}/models`)))
    return models && { provider: id, name, address: new URL(base_url).host, models }
  } catch (error) {
    // Nothing there, too slow, or no JSON: no model server.
    if (error instanceof Error) return undefined
    throw error
  }
}

/**
 * The text of a good answer. Not by `fetch`: Node compiles a whole client for that, while the window that asks draws its first screen. Throws for every
 * other answer, a redirect among them, and what does not come in time.
 */
async function answerOf(url: string): Promise<string> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { accept: 'application/json', 'user-agent': 'countersign' }
    const signal = AbortSignal.timeout(probeMs)
    get(url, { headers, signal, agent: false }, resolve).once('error', reject)
  })
  try {
    if (response.statusCode !== 200) throw new Error(`the answer is ${String(response.statusCode)}`)
    let text = ''
    for await (const chunk of response.setEncoding('utf8')) {
      text += String(chunk)
      if (text.length > maxBytes) throw new Error('the answer is too long')
    }
    return text
  } finally {
    response.destroy()
  }
}

/** Every provider as a person sets it up, those of config.toml first. No key is in it, only where one lies. */
function providerListings(input: ProvidersInput): readonly ProviderListing[] {
  const { config } = input
  const all = [...providerTable(input)].map(
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

const Listing = z.object({ data: z.array(z.object({ id: z.string().max(200).catch('') })).nullable() })

/** What cannot hold a conversation, by the words that providers have for it. */
const otherUses =
  /embed|whisper|(?:^|[-/])tts|dall-e|moderation|(?:^|[-/])(?:image|sora|rerank)|-(?:image|audio|realtime|transcribe)(?:-|$)/i
const mostModels = 500

/**
 * The models of an answer to GET /models, sorted, without those that are for something else than talking; undefined when
 * it is no such answer. Names with invisible or control characters are left out.
 */
function modelIds(answer: unknown): string[] | undefined {
  const listing = Listing.safeParse(answer).data
  if (!listing) return undefined
  const ids = (listing.data ?? []).map(({ id }) => id)
  const usable = ids.filter((id) => id !== '' && !otherUses.test(id) && !/[\p{C}\s]/u.test(id))
  return [...new Set(usable)].sort((a, b) => a.localeCompare(b, 'en')).slice(0, mostModels)
}

function keyVariable(input: ProvidersInput, provider: string): string {
  const variable = providerTable(input).get(provider)?.env_key
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
