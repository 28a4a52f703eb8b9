import type { Family } from '../agents/family'
import type { EngineNotice } from '../engine/engine-service'
import type { AcpAgents } from '../acp-agents/acp-agent'
import type { ModelProviders } from '../ports/models'
import type { SessionStore } from '../ports/session-store'
import type { ToolSource } from '../tools/session-tools'
import type { CommandParts } from '../turn/turn-context'
import type { ContextLimits } from './context-limit'
import type { ProjectDocs } from './project-instructions'

/** What a session is built from. `publish` tells the engine's listeners. */
export interface SessionParts {
  readonly store: SessionStore
  readonly models: ModelProviders
  readonly tools: ToolSource
  readonly docs: ProjectDocs
  readonly contextLimits: ContextLimits
  readonly commands: CommandParts
  readonly publish: (notice: EngineNotice) => void
  readonly family: Family
  readonly acpAgents?: AcpAgents | undefined // absent: there are none
}
