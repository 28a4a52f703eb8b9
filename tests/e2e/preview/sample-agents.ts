import type { AcpAgentListing } from '@shared/domain/acp-agent-settings'

/** Agents of other makers on a machine. */
export const sampleAgents: AcpAgentListing[] = [
  {
    ...{ id: 'claude', name: 'Claude Code', command: 'claude-agent-acp', from: 'path' },
    hosts: ['api.anthropic.com:443'],
  },
  {
    ...{ id: 'gemini', name: 'Gemini CLI', command: 'gemini --acp', from: 'path' },
    hosts: ['generativelanguage.googleapis.com:443'],
  },
]
