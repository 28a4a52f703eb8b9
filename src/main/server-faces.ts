import type { Face } from './hosts/cli/cli-context'

/** The commands that start another host than the terminal, in the order of the help text. */
export const serverFaces: readonly Face[] = [
  {
    usage: 'serve',
    says: 'serves the window to a browser on this machine',
    load: async () => (await import('./hosts/browser/cli-command')).addServe,
  },
  {
    usage: 'app-server',
    says: 'serves other programs over JSON-RPC, one message a line on standard input and output',
    load: async () => (await import('./hosts/app-server/cli-command')).addAppServer,
  },
  {
    usage: 'mcp-server',
    says: 'serves the agent as a tool to MCP clients, on standard input and output',
    load: async () => (await import('./hosts/mcp-server/cli-command')).addMcpServer,
  },
  {
    usage: 'acp',
    says: 'serves the agent to editors that speak ACP, on standard input and output',
    load: async () => (await import('./hosts/acp/cli-command')).addAcp,
  },
  {
    usage: 'attach',
    says: 'joins standard input and output with an engine that is kept on this machine; what --host starts on the other side',
    load: async () => (await import('./hosts/attach/cli-command')).addAttach,
  },
  {
    usage: 'desk',
    says: 'decides on Claude Code and Codex, by their hooks: by rules, or in an open window, else denied',
    load: async () => (await import('./hosts/hook-gateway/cli-command')).addDesk,
  },
]
