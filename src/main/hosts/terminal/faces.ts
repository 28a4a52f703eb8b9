import type { Face } from '../cli/cli-context'

/** The commands of the terminal around those of the other hosts, in the order of the help text. */
export const faces = (servers: readonly Face[]): readonly Face[] => [
  {
    usage: 'demo',
    says: 'plays the built-in demo: real commands, real sandbox, no key',
    load: async () => (await import('./cli/demo-command')).addDemo,
  },
  {
    usage: 'exec [prompt] [id] [next]',
    says: 'runs one prompt; approvals are asked on the terminal or in an open window, and denied where there is neither (exit code 3)',
    load: async () => (await import('./cli/exec-command')).addExec,
  },
  {
    usage: 'review [text]',
    says: 'has a model review changes, read-only, and prints what it finds',
    load: async () => (await import('./cli/review-command')).addReview,
  },
  ...servers,
  {
    usage: 'sandbox <command...>',
    says: 'runs one command in the sandbox; its output and exit code pass through',
    load: async () => (await import('./cli/sandbox-command')).addSandbox,
  },
  {
    usage: 'rehearse <command...>',
    says: 'runs one command on copies of what it may write to and says what it would change; changes nothing',
    load: async () => (await import('./cli/rehearse-command')).addRehearse,
  },
  {
    usage: 'undo [id]',
    says: 'takes back what the last turn changed in a folder, or an allowed run outside of it',
    load: async () => (await import('./cli/undo-command')).addUndo,
  },
  {
    usage: 'export [id]',
    says: 'prints a session as Markdown, HTML or JSON',
    load: async () => (await import('./cli/export-command')).addExport,
  },
  {
    usage: 'assess [command...]',
    says: 'says what a command would touch and how risky it is; runs nothing',
    load: async () => (await import('./cli/assess-command')).addAssess,
  },
  {
    usage: 'rules',
    says: 'what may happen without a question, and what would have',
    load: async () => (await import('./cli/rules-command')).addRules,
  },
  {
    usage: 'replay [path...]',
    says: 'reads what agents did in the past by today’s rules and says what of it needed you; runs and changes nothing',
    load: async () => (await import('./cli/replay-command')).addReplay,
  },
  {
    usage: 'mcp',
    says: 'lists, adds and removes the MCP servers whose tools the agent gets',
    load: async () => (await import('./cli/mcp-command')).addMcp,
  },
  {
    usage: 'agents',
    says: 'lists the agents of other makers on this machine, which exec --agent works with',
    load: async () => (await import('./cli/agents-command')).addAgents,
  },
  {
    usage: 'hosts',
    says: 'lists, tests and removes the machines and containers whose engines --host names, and puts engines there',
    load: async () => (await import('./cli/hosts-command')).addHosts,
  },
  {
    usage: 'config',
    says: 'shows the configuration in force and where each value comes from, or edits config.toml',
    load: async () => (await import('./cli/config-command')).addConfig,
  },
  {
    usage: 'doctor',
    says: 'says what this machine has and lacks, with the exact remedy',
    load: async () => (await import('./cli/doctor-command')).addDoctor,
  },
]
