import type { ModelProvider } from './settings'

/** A server that people are likely to use, known by name so that nobody needs to look its address up. */
export interface ModelPreset {
  readonly id: string
  readonly name: string
  /** The usual address; one with `RESOURCE` in it has to be filled in by a person and is no provider before that. */
  readonly base_url: string
  /** The variable that holds its key by custom; absent: it wants none. */
  readonly env_key?: string
  readonly wire_api: ModelProvider['wire_api']
  /** True for servers that run on the person's own machine, on the address's port. */
  readonly local: boolean
  /** The variable by which people move its server to another address of their machine; absent: it has none. */
  readonly host_env?: string
}

/**
 * The presets, in the order they are offered. All but Azure's are providers by their id without any configuration; a
 * table of the same id in config.toml goes before. Local servers are spoken to over Chat Completions, which all of them
 * have had for long.
 */
export const modelPresets: readonly ModelPreset[] = [
  {
    id: 'openai',
    name: 'OpenAI',
    base_url: 'https://api.openai.com/v1',
    env_key: 'OPENAI_API_KEY',
    wire_api: 'responses',
    local: false,
  },
  {
    id: 'azure',
    name: 'Azure OpenAI',
    base_url: 'https://RESOURCE.openai.azure.com/openai/v1',
    env_key: 'AZURE_OPENAI_API_KEY',
    wire_api: 'responses',
    local: false,
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    base_url: 'https://openrouter.ai/api/v1',
    env_key: 'OPENROUTER_API_KEY',
    wire_api: 'chat',
    local: false,
  },
  {
    id: 'ollama',
    name: 'Ollama',
    base_url: 'http://127.0.0.1:11434/v1',
    wire_api: 'chat',
    local: true,
    host_env: 'OLLAMA_HOST',
  },
  { id: 'lmstudio', name: 'LM Studio', base_url: 'http://127.0.0.1:1234/v1', wire_api: 'chat', local: true },
  { id: 'llamacpp', name: 'llama.cpp', base_url: 'http://127.0.0.1:8080/v1', wire_api: 'chat', local: true },
  { id: 'vllm', name: 'vLLM', base_url: 'http://127.0.0.1:8000/v1', wire_api: 'chat', local: true },
]

/** The provider that is meant where a model is named and none is. */
export const usualProvider = 'openai'

/** The presets that work as they are. */
export const builtInProviders: readonly ModelPreset[] = modelPresets.filter(
  ({ base_url }) => !base_url.includes('RESOURCE'),
)
