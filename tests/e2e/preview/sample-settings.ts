import type { DecisionCounts } from '../../../src/shared/domain/decision-counts'
import type { KeptFiles } from '../../../src/shared/domain/kept-files'
import type { ProviderListing } from '../../../src/shared/domain/provider-listing'
import type { SettingsView } from '../../../src/shared/domain/settings-view'

const file = '/home/me/.config/countersign/config.toml'

/** Settings of which some are configured, one is managed and one has no effect. */
export const sampleSettings: SettingsView = {
  file,
  version: 'v1',
  rows: [
    { key: 'model', value: 'qwen3-coder', source: 'config', where: `${file}:1` },
    { key: 'model_provider', value: 'ollama', source: 'config', where: `${file}:2` },
    { key: 'approval_policy', value: 'on-request', source: 'default' },
    { key: 'sandbox_mode', value: 'workspace-write', source: 'profile', where: `${file}:14` },
    { key: 'sandbox.unreadable', value: ['~/work/letters'], source: 'config', where: `${file}:21` },
    { key: 'assessment_timeout_ms', value: 5000, source: 'default' },
    {
      key: 'otel.exporter',
      value: 'none',
      source: 'managed',
      where: '/etc/countersign/managed_config.toml:3',
    },
  ],
  features: [
    {
      name: 'sandbox_command_assessment',
      stage: 'stable',
      enabled: true,
      what: 'asks a model about each approval, beside the checked facts and the floor',
    },
  ],
  warnings: [`${file}:9: notify is not supported here and has no effect`],
}

/** Providers with each standing of a key. */
export const sampleProviders: readonly ProviderListing[] = [
  {
    id: 'acme',
    name: 'Team gateway',
    address: 'https://llm.acme.example/v1',
    wireApi: 'chat',
    own: true,
    key: 'missing',
    variable: 'ACME_LLM_KEY',
  },
  {
    id: 'openai',
    name: 'OpenAI',
    address: 'https://api.openai.com/v1',
    wireApi: 'responses',
    own: false,
    key: 'stored',
    variable: 'OPENAI_API_KEY',
  },
  {
    id: 'openrouter',
    name: 'OpenRouter',
    address: 'https://openrouter.ai/api/v1',
    wireApi: 'chat',
    own: false,
    key: 'environment',
    variable: 'OPENROUTER_API_KEY',
  },
  {
    id: 'ollama',
    name: 'Ollama',
    address: 'http://127.0.0.1:11434/v1',
    wireApi: 'chat',
    own: false,
    key: 'none',
  },
]

const home = '/home/me/.config/countersign'

/** What a home holds after some weeks. */
export const sampleKept: KeptFiles = {
  home,
  kinds: [
    { kind: 'sessions', path: `${home}/sessions`, files: 212, bytes: 48_300_000 },
    { kind: 'archived', path: `${home}/archived_sessions`, files: 9, bytes: 1_200_000 },
    { kind: 'rules', path: `${home}/rules.toml`, files: 1, bytes: 1820 },
    { kind: 'keys', path: `${home}/auth.json`, files: 1, bytes: 310 },
    { kind: 'checkpoints', path: `${home}/checkpoints`, files: 412, bytes: 2_400_000 },
    { kind: 'history', path: `${home}/history.jsonl`, files: 0, bytes: 0 },
    { kind: 'logs', path: `${home}/`, files: 2, bytes: 1_400_000 },
    { kind: 'config', path: file, files: 1, bytes: 922 },
  ],
}

/** What was asked and decided, for the inbox. */
export const sampleCounts: DecisionCounts = {
  days: 30,
  agents: [
    {
      agent: 'Countersign',
      ...{ asked: 214, allowed: 171, changed: 4, denied: 27, withdrawn: 12, byPeople: 139 },
      ...{ medianMs: 6_400, longestMs: 754_000 },
    },
    {
      agent: 'Claude Code',
      ...{ asked: 38, allowed: 30, changed: 0, denied: 8, withdrawn: 0, byPeople: 38 },
      ...{ medianMs: 4_100, longestMs: 61_000 },
    },
    { agent: 'gemini', asked: 1, allowed: 0, changed: 0, denied: 0, withdrawn: 1, byPeople: 0 },
  ],
}
