import type { McpServerListing } from '@shared/domain/mcp-server'

/** One server of each kind. */
export const sampleServers: McpServerListing[] = [
  {
    id: 'files',
    transport: 'program',
    target: 'npx -y mcp-files --root .',
    enabled: true,
    signIn: 'none',
    runs: [],
  },
  {
    id: 'tracker',
    transport: 'address',
    target: 'https://mcp.example.org/mcp',
    enabled: true,
    signIn: 'out',
    runs: [],
  },
]
