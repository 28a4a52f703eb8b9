/** An agent that is known by the name of its program. `keys` are variables that it gets: its model's key, and which model that is and where. `ask` are its modes that ask. */
export interface KnownAgent {
  readonly name: string
  readonly command: string
  readonly args: readonly string[]
  readonly keys: readonly string[]
  readonly hosts: readonly string[]
  readonly ask: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

const anthropic = { keys: ['ANTHROPIC_API_KEY'], hosts: ['api.anthropic.com'] }
const openai = { keys: ['OPENAI_API_KEY', 'CODEX_API_KEY'], hosts: ['api.openai.com'] }
const gemini = {
  keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GEMINI_MODEL', 'GOOGLE_GEMINI_BASE_URL'],
  hosts: ['generativelanguage.googleapis.com'],
}
const any = {
  keys: [...anthropic.keys, ...openai.keys, ...gemini.keys],
  hosts: [...anthropic.hosts, ...openai.hosts, ...gemini.hosts],
}

/**
 * What is looked up on PATH. Hosts are those of the models that an agent comes with; what else it wants to reach is asked about. Modes
 * are the agents' own ids, the first that there is being taken.
 */
export const knownAgents: Readonly<Record<string, KnownAgent>> = {
  claude: {
    name: 'Claude Code',
    command: 'claude-agent-acp',
    args: [],
    keys: [...anthropic.keys, 'CLAUDE_CODE_OAUTH_TOKEN'],
    hosts: anthropic.hosts,
    ask: ['default'],
  },
  codex: {
    name: 'Codex',
    command: 'codex-acp',
    args: [],
    ...openai,
    ask: ['read-only', 'workspace-write'],
    env: { INITIAL_AGENT_MODE: 'read-only' },
  },
  gemini: { name: 'Gemini CLI', command: 'gemini', args: ['--acp'], ...gemini, ask: ['default'] },
  opencode: { name: 'opencode', command: 'opencode', args: ['acp'], ...any, ask: [] },
  goose: { name: 'goose', command: 'goose', args: ['acp'], ...any, ask: ['approve'] },
  qwen: {
    name: 'Qwen Code',
    command: 'qwen',
    args: ['--acp'],
    // With a key alone it wants to be signed in to.
    keys: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'DASHSCOPE_API_KEY'],
    hosts: ['dashscope.aliyuncs.com'],
    // It begins in “auto”, where a model decides.
    ask: ['default'],
    // Else a person is asked about the host of its statistics, in each session.
    env: { QWEN_USAGE_STATISTICS_ENABLED: 'false' },
  },
  copilot: {
    name: 'GitHub Copilot',
    command: 'copilot',
    args: ['--acp'],
    keys: ['COPILOT_GITHUB_TOKEN'],
    hosts: ['api.githubcopilot.com', 'api.github.com'],
    ask: ['default'],
  },
  kimi: {
    name: 'Kimi',
    command: 'kimi',
    args: ['acp'],
    keys: ['KIMI_API_KEY', 'MOONSHOT_API_KEY'],
    hosts: ['api.moonshot.ai'],
    ask: ['default'],
  },
}

/** Modes that ask before they do something, by the names that agents give them; for those that are not known. */
export const askingModes: readonly string[] = ['ask', 'default', 'approve', 'manual', 'read-only']
