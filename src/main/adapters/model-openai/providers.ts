import { FaultError } from '@shared/domain/fault'
import { builtInProviders, usualProvider, type ModelPreset } from '@shared/domain/model-presets'
import { ModelProvider, type ConfigFile, type ModelChoice } from '@shared/domain/settings'
import type { KeyStore } from '../../core/ports/key-store'
import type { LentKeys } from '../../core/ports/lent-keys'
import type { Clock } from '../../core/ports/system'
import type { ModelProviders, ModelStream } from '../../core/ports/models'
import { answerStream } from './answer-stream'
import { connect } from './load-client'
import { headersOf, lostKey, type Endpoint } from './endpoint'
import { responsesFormat } from './responses'
import { chatMessages, chatTools } from './chat-messages'
import { ChatReader } from './chat-reader'
import { chatFormatOf } from './output-format'
import type { WireFormat } from './wire-format'

/** A provider that needs no server. It cannot be configured away. */
export interface BuiltInProvider {
  readonly stream: ModelStream
  readonly choices: readonly ModelChoice[]
}

/** What the providers are made from. `config` is read at each use, so that a getter tells what is on file by then. `env`, then `keys`, are where keys are looked up, at each `open`. */
export interface ProvidersInput {
  readonly config: ConfigFile
  readonly env: Readonly<Record<string, string | undefined>>
  readonly keys: Pick<KeyStore, 'read'>
  readonly clock: Clock
  readonly builtIn: Readonly<Record<string, BuiltInProvider>>
  /** Keys that other machines lend, for providers that have none here; absent: nobody lends any. */
  readonly lent?: Pick<LentKeys, 'find' | 'again'>
}

/** So long a request waits for a connection to lend again that was lost. */
const mostLostMs = 30_000

/**
 * The Chat Completions format (`wire_api = "chat"`). `parallel_tool_calls` is not sent: on is the default, and some
 * models refuse a request that names it.
 */
const chatFormat: WireFormat = {
  prepare(request) {
    const messages = chatMessages(request)
    const tools = chatTools(request.tools)
    const format = chatFormatOf(request.output)
    return async (client, signal) => {
      const { data, response } = await client.chat.completions
        .create(
          {
            model: request.model,
            messages,
            stream: true,
            stream_options: { include_usage: true },
            ...(tools.length > 0 && { tools }),
            ...(format && { response_format: format }),
            ...(request.verbosity && { verbosity: request.verbosity }),
            ...(request.maxOutputTokens !== undefined && { max_completion_tokens: request.maxOutputTokens }),
            ...(request.reasoningEffort && { reasoning_effort: request.reasoningEffort }),
          },
          { signal },
        )
        .withResponse()
      const { headers } = response
      return { events: data, contentType: headers.get('content-type') ?? '', headers }
    }
  },
  reader: () => new ChatReader(),
}

/**
 * The providers of config.toml, the presets that it does not redefine, and the built-in ones. `open` throws FaultError
 * `unknown-provider` or `missing-key`; nothing is sent, and the client library not loaded, before a stream is read.
 */
export function createModelProviders(input: ProvidersInput): ModelProviders {
  const { builtIn, clock } = input
  return {
    open(id) {
      const own = Object.hasOwn(builtIn, id) ? builtIn[id] : undefined
      if (own) return own.stream
      const endpoint = endpointOf(input, id)
      return endpoint.isHeld ? lentStream(input, id) : streamOf(endpoint, clock)
    },
    choices: () => [...configuredChoice(input), ...Object.values(builtIn).flatMap((each) => each.choices)],
  }
}

function streamOf(endpoint: Endpoint, clock: Clock): ModelStream {
  const { wire_api, stream_idle_timeout_ms } = endpoint.provider
  let client: ReturnType<typeof connect> | undefined
  return answerStream({
    endpoint,
    format: wire_api === 'responses' ? responsesFormat : chatFormat,
    clock,
    idleTimeoutMs: stream_idle_timeout_ms,
    connect: () => (client ??= connect(endpoint)),
  })
}

/** A stream that looks for its key at each request: whoever asks is lent it, or not, by then. */
function lentStream(input: ProvidersInput, id: string): ModelStream {
  const { clock, lent } = input
  return {
    async *stream(request, signal) {
      const baseUrl = providerTable(input).get(id)?.base_url ?? ''
      if (lent?.find(id, baseUrl)?.kind === 'lost') {
        // It may be back before whoever is told has read that.
        const again = lent.again()
        yield { type: 'retrying', attempt: 1, reason: lostKey(id).message }
        const over = new AbortController()
        const late = clock.sleep(mostLostMs, AbortSignal.any([signal, over.signal])).catch(() => undefined)
        await Promise.race([again, late])
        over.abort()
        signal.throwIfAborted()
      }
      yield* streamOf(endpointOf(input, id), clock).stream(request, signal)
    },
  }
}

/** The presets as this machine has them: a local server is where its own variable says, if that is on loopback. */
export const presetsHere = (env: ProvidersInput['env']): readonly ModelPreset[] =>
  builtInProviders.map((preset) => {
    const { base_url, host_env } = preset
    const set = host_env === undefined ? '' : (env[host_env]?.trim() ?? '')
    if (set === '') return preset
    const usual = new URL(base_url)
    const url = URL.parse(
      /^https?:\/\//.test(set) ? set : `http://${set.replace(/^:/, `${usual.hostname}:`)}`,
    )
    // A server that listens everywhere listens here.
    const host = url?.hostname.replace(/^(?:0\.0\.0\.0|\[::\])$/, usual.hostname) ?? ''
    if (!url || !isLoopback(host)) return preset
    return { ...preset, base_url: `${url.protocol}//${host}:${url.port || usual.port}${usual.pathname}` }
  })

/** Whether a host, as it stands in an address, is this machine's own loopback. */
export const isLoopback = (host: string): boolean => ['127.0.0.1', '[::1]', 'localhost'].includes(host)

/** Every provider by its id: the presets as `env` has them, and config.toml's own, which go before. */
export function providerTable({
  config,
  env,
}: Pick<ProvidersInput, 'config' | 'env'>): ReadonlyMap<string, ModelProvider> {
  const presets = presetsHere(env).map(({ id, name, base_url, env_key, wire_api }) => {
    const address = id === usualProvider ? (config.openai_base_url ?? base_url) : base_url
    return [id, ModelProvider.parse({ name, base_url: address, env_key, wire_api })] as const
  })
  return new Map([...presets, ...Object.entries(config.model_providers)])
}

function configuredChoice({ config, env, builtIn }: ProvidersInput): ModelChoice[] {
  const id = config.model_provider ?? usualProvider
  const provider = providerTable({ config, env }).get(id)
  if (config.model === undefined || provider === undefined || Object.hasOwn(builtIn, id)) return []
  return [{ provider: id, providerName: provider.name ?? id, model: config.model, demo: false }]
}

/** A provider with its key and headers as they are now. Throws FaultError `unknown-provider` or `missing-key`. */
export function endpointOf(
  { config, env, keys, builtIn, lent }: Pick<ProvidersInput, 'config' | 'env' | 'keys' | 'builtIn' | 'lent'>,
  id: string,
): Endpoint {
  const table = providerTable({ config, env })
  const provider = table.get(id)
  if (!provider) {
    const known = [...new Set([...table.keys(), ...Object.keys(builtIn)])].join(', ')
    throw new FaultError({
      code: 'unknown-provider',
      message: `There is no model provider "${id}"; known are ${known}`,
      remedy: `Add [model_providers.${id}] to config.toml, or choose another provider`,
    })
  }
  return { id, provider, ...keyFor(id, provider, { env, keys, lent }), headers: headersOf(provider, env) }
}

function keyFor(
  id: string,
  {
    env_key,
    env_key_instructions: instructions,
    experimental_bearer_token: written,
    name,
    base_url,
  }: ModelProvider,
  {
    env,
    keys,
    lent,
  }: Pick<ProvidersInput, 'env' | 'keys'> & { readonly lent: ProvidersInput['lent'] | undefined },
): Pick<Endpoint, 'key' | 'keyStored' | 'isHeld'> {
  if (env_key === undefined) return { key: written ?? '', keyStored: false }
  const set = env[env_key]?.trim() ?? ''
  const keyStored = set === ''
  const key = keyStored ? (keys.read(env_key) ?? '') : set
  if (key === '' && written !== undefined) return { key: written, keyStored: false }
  const found = key === '' ? lent?.find(id, base_url) : undefined
  if (found?.kind === 'held') return { key: found.key, isHeld: found.isHeld }
  if (found?.kind === 'lost' || found?.kind === 'over') throw new FaultError(lostKey(id))
  // Anything else cannot stand in a header, and the error for it would repeat the key.
  if (/^[\x21-\x7e]+$/.test(key)) return { key, keyStored }
  const label = name ?? id
  throw new FaultError({
    code: 'missing-key',
    message:
      key === ''
        ? `There is no key for ${label}: ${env_key} is not set, and none is stored${found === undefined ? '' : '. One is lent for another address'}`
        : `The key for ${label} ${keyStored ? 'that is stored' : `in ${env_key}`} holds characters that no key has`,
    remedy:
      (found &&
        `Have the same base_url in [model_providers.${id}] on both machines, or give the key there`) ??
      instructions ??
      `Give it in Settings, under Providers, or set ${env_key} and start Countersign again`,
  })
}
