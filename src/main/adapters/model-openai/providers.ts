import { FaultError } from '@shared/domain/fault'
import { ModelProvider, type ConfigFile, type ModelChoice } from '@shared/domain/settings'
import type { Clock, ModelProviders, ModelStream } from '../../core/ports'
import { answerStream } from './answer-stream'
import { chatFormat } from './chat'
import { connect } from './connect'
import { responsesFormat } from './responses'

const idleTimeoutMs = 120_000

/** A provider that needs no server. It cannot be configured away. */
export interface BuiltInProvider {
  readonly stream: ModelStream
  readonly choices: readonly ModelChoice[]
}

/** What the providers are made from. `env` is where keys are looked up, at each `open`. */
export interface ProvidersInput {
  readonly config: ConfigFile
  readonly env: Readonly<Record<string, string | undefined>>
  readonly clock: Clock
  readonly builtIn: Readonly<Record<string, BuiltInProvider>>
  /** How long a begun answer may be silent before it is tried again; 120 s when absent. */
  readonly idleTimeoutMs?: number
}

/**
 * The providers of config.toml, `openai` (unless the configuration redefines it) and the built-in ones. `open` throws
 * FaultError `unknown-provider` or `missing-key`; nothing is sent, and the client library not loaded, before a stream
 * is read.
 */
export function createModelProviders(input: ProvidersInput): ModelProviders {
  const { config, builtIn } = input
  return {
    open(id) {
      const own = Object.hasOwn(builtIn, id) ? builtIn[id] : undefined
      return own ? own.stream : openProvider(input, id)
    },
    choices: () => [
      ...configuredChoice(config, builtIn),
      ...Object.values(builtIn).flatMap((each) => each.choices),
    ],
  }
}

/** The provider that is meant when config.toml names none. */
const defaultProvider = 'openai'

function providerTable(config: ConfigFile): ReadonlyMap<string, ModelProvider> {
  const openai = ModelProvider.parse({
    name: 'OpenAI',
    base_url: 'https://api.openai.com/v1',
    env_key: 'OPENAI_API_KEY',
    wire_api: 'responses',
  })
  return new Map([[defaultProvider, openai], ...Object.entries(config.model_providers)])
}

function configuredChoice(config: ConfigFile, builtIn: ProvidersInput['builtIn']): ModelChoice[] {
  const id = config.model_provider ?? defaultProvider
  const provider = providerTable(config).get(id)
  if (config.model === undefined || provider === undefined || Object.hasOwn(builtIn, id)) return []
  return [{ provider: id, providerName: provider.name ?? id, model: config.model, demo: false }]
}

function openProvider({ config, env, clock, builtIn, ...rest }: ProvidersInput, id: string): ModelStream {
  const table = providerTable(config)
  const provider = table.get(id)
  if (!provider) {
    const known = [...new Set([...table.keys(), ...Object.keys(builtIn)])].join(', ')
    throw new FaultError({
      code: 'unknown-provider',
      message: `There is no model provider "${id}"; known are ${known}`,
      remedy: `Add [model_providers.${id}] to config.toml, or choose another provider`,
    })
  }
  const endpoint = { id, provider, key: keyFor(id, provider, env) }
  const format = provider.wire_api === 'responses' ? responsesFormat : chatFormat
  let client: ReturnType<typeof connect> | undefined
  return answerStream({
    endpoint,
    format,
    clock,
    idleTimeoutMs: rest.idleTimeoutMs ?? idleTimeoutMs,
    connect: () => (client ??= connect(endpoint)),
  })
}

function keyFor(id: string, provider: ModelProvider, env: ProvidersInput['env']): string {
  // Local servers want no key, but the client does.
  if (provider.env_key === undefined) return 'none'
  const key = env[provider.env_key]?.trim() ?? ''
  // Anything else cannot stand in a header, and the error for it would repeat the key.
  if (/^[\x21-\x7e]+$/.test(key)) return key
  const wrong = key === '' ? 'is not set' : 'holds characters that no key has'
  throw new FaultError({
    code: 'missing-key',
    message: `The environment variable ${provider.env_key}, which holds the key for ${provider.name ?? id}, ${wrong}`,
    remedy: `Set ${provider.env_key} to the key and start Countersign again`,
  })
}
