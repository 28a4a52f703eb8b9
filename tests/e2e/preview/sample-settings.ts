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
