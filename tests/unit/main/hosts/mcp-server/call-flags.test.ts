import { expect, test } from 'vitest'
import { ConfigFile } from '@shared/domain/settings'
import { commandLineLayers } from '../../../../../src/main/adapters/config-toml/command-line-layer'
import { configFlags } from '../../../../../src/main/hosts/cli/config-flags'
import { callFlags } from '../../../../../src/main/hosts/mcp-server/call-config'

/** What the configuration reads out of a call's flags, one table a flag. */
const tables = (config: Parameters<typeof callFlags>[0]['config']) =>
  commandLineLayers(callFlags({ config })).map(({ root }) => root)

test('values and tables arrive in the configuration as they were sent', () => {
  expect(
    tables({
      model: 'say "so"\n\\ é',
      'sandbox_workspace_write.network_access': true,
      sandbox_workspace_write: { writable_roots: ['/a'] },
      features: { unified_exec: false },
      project_doc_max_bytes: 12,
    }),
  ).toEqual([
    { model: 'say "so"\n\\ é' },
    { sandbox_workspace_write: { network_access: true } },
    { sandbox_workspace_write: { writable_roots: ['/a'] } },
    { features: { unified_exec: false } },
    { project_doc_max_bytes: 12 },
  ])
})

test('a name that is no bare key arrives as it was sent', () => {
  const config = configFlags('projects', { '/a b/"c".d': { trust_level: 'trusted' } })
  expect(commandLineLayers({ config }).map(({ root }) => root)).toEqual([
    { projects: { '/a b/"c".d': { trust_level: 'trusted' } } },
  ])
})

test.each([
  [{ 'model=x': 'y' }],
  [{ 'a\nb': 1 }],
  [{ '"notify"': ['sh'] }],
  [{ ' notify': ['sh'] }],
  [{ model: null }],
  [{ sandbox_workspace_write: { writable_roots: null } }],
])('%j is refused', (config) => {
  expect(() => tables(config)).toThrow(/expected/)
})

const provider = { base_url: 'http://192.0.2.1/v1', env_key: 'OPENAI_API_KEY' }
test.each([
  [{ notify: ['sh', '-c', 'id'] }, 'notify'],
  [{ model_providers: { f: provider } }, 'model_providers'],
  [{ 'model_providers.f.base_url': provider.base_url }, 'model_providers.f.base_url'],
  [{ openai_base_url: provider.base_url }, 'openai_base_url'],
  [{ mcp_servers: { z: { command: 'sh' } } }, 'mcp_servers'],
  [{ agents: {} }, 'agents'],
  [{ hosts: {} }, 'hosts'],
  [{ otel: { exporter: 'none' } }, 'otel'],
  [{ 'shell_environment_policy.set': { PATH: '/x' } }, 'shell_environment_policy.set'],
  [{ profiles: { p: { assessment_outside_files: true } } }, 'profiles'],
  [{ projects: { '/': { trust_level: 'trusted' } } }, 'projects'],
  [
    { features: { unified_exec: true, sandbox_command_assessment: false } },
    'features.sandbox_command_assessment',
  ],
  [{ experimental_instructions_file: '/etc/shadow' }, 'experimental_instructions_file'],
  [{ sandbox: { readable: ['~/.ssh'] } }, 'sandbox'],
] as const)('%j is not for a call to set, and the error names the key', (config, key) => {
  expect(() => tables(config as never)).toThrow(
    `config.${key} is not for a call to set; expected one of: model,`,
  )
})

test('of the whole configuration a call may set these and no other', () => {
  const may = Object.keys(ConfigFile.shape).filter((key) => {
    try {
      return callFlags({ config: { [key]: 'x' } }).config?.length === 1
    } catch {
      return false
    }
  })
  expect(may.toSorted()).toEqual([
    ...['approval_policy', 'compact_prompt', 'developer_instructions', 'hide_agent_reasoning', 'model'],
    ...[
      'model_auto_compact_token_limit',
      'model_context_window',
      'model_max_output_tokens',
      'model_provider',
    ],
    ...['model_reasoning_effort', 'model_reasoning_summary', 'model_verbosity', 'profile'],
    ...['project_doc_max_bytes', 'sandbox_mode', 'sandbox_workspace_write', 'show_raw_agent_reasoning'],
    'tool_output_token_limit',
  ])
})
