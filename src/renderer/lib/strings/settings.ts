/** The words of the settings page. */
export const settings = {
  heading: 'Settings',
  lede: 'What new sessions begin with. Edits go to config.toml; comments and order stay as they are.',
  reading: 'Reading the settings…',
  file: 'File',
  reset: 'Take out',
  resetWhat: (what: string) => `Take out of config.toml: ${what}`,
  conflict: 'config.toml was changed meanwhile. Shown is what it says now; make the change again.',
  fixed: 'Cannot be changed here: it is set above config.toml.',
  on: 'On',
  off: 'Off',
  notSet: 'not set',
  from: {
    default: 'built in',
    config: 'from config.toml',
    project: 'from the project',
    profile: 'from the profile',
    'command-line': 'from the command line',
    managed: 'managed',
  },
  sections: {
    model: 'Model',
    safety: 'What commands may do',
    assessment: 'Assessment of approvals',
    told: 'Who is told',
  },
  fields: {
    model_provider: ['Provider', 'Takes effect with the next start, as do its address and its key.'],
    model: ['Model', 'The name that the provider knows it by.'],
    approval_policy: ['Approvals', 'When you are asked.'],
    sandbox_mode: ['Sandbox', 'What commands may touch without being asked about.'],
    'features.sandbox_command_assessment': [
      'The model’s view',
      'A second opinion beside the checked facts. Takes effect with the next start.',
    ],
    assessment_model: [
      'Its model',
      'Of the session’s provider; empty: the session’s own. With the next start.',
    ],
    assessment_timeout_ms: ['Its time limit', 'In milliseconds, 100 to 60,000. With the next start.'],
    'tui.notifications': [
      'Notifications',
      'When an approval waits and no window is looked at. With the next start.',
    ],
    'otel.exporter': [
      'Telemetry to',
      'The address of an OTLP server, /v1/logs included; empty: nothing is sent. With the next start.',
    ],
    'otel.log_user_prompt': ['Prompts in telemetry', 'Off: only their length is told.'],
  },
} as const
