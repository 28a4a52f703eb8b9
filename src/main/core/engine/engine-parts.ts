import type { RuleUsage } from '../ports/rule-usage'
import type { DoctorCheck } from '@shared/domain/doctor'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { CommandParts } from '../turn/turn-context'
import type { TurnCheckpoints } from '../checkpoints/turn-checkpoints'
import type { ContextLimits } from '../conversation/context-limit'
import type { AcpAgents } from '../acp-agents/acp-agent'
import type { LoadMarkdown } from '../ports/markdown-code'
import type { ImageFiles, WholeFiles } from '../ports/read-files'
import type { ProjectDocs } from '../conversation/project-instructions'
import type { Folders } from '../ports/workspace'
import type { HomeFiles } from '../ports/home-files'
import type { DemoProject, Log } from '../ports/system'
import type { RulesOfRequestsParts } from '../effect-rules/rules-of-requests'
import type { ModelProviders, ModelCatalogue } from '../ports/models'
import type { Reviews } from '../review/target'
import type { ServerDirectory } from './server-directory'
import type { SessionStore, RuleStore } from '../ports/session-store'
import type { SessionDefaults, SettingsStore } from '../settings/settings-store'
import type { Telemetry } from '../telemetry/telemetry'
import type { ToolSource } from '../tools/session-tools'
import type { WorktreeService } from '../worktrees/worktrees'

/** What the engine is built from, and what a session gets when nothing else is said. */
export interface EngineParts {
  readonly store: SessionStore
  readonly rules: RuleStore
  /** Absent: no rule that ends counts. */
  readonly usage?: RuleUsage
  readonly models: ModelProviders
  readonly catalogue: ModelCatalogue
  readonly home: HomeFiles
  readonly tools: ToolSource
  readonly commands: Omit<CommandParts, 'approvals' | 'questions' | 'grants' | 'refused' | 'checkpoints'> & {
    readonly checkpoints?: TurnCheckpoints // absent: nothing is kept for undo
  }
  /** Absent: no rule can be made or listed. */
  readonly effectRules?: Omit<RulesOfRequestsParts, 'approvals' | 'parser' | 'branch' | 'usage'>
  readonly demo: DemoProject
  readonly docs: ProjectDocs
  readonly images: ImageFiles
  readonly files: WholeFiles
  readonly contextLimits: ContextLimits
  readonly log: Log
  readonly redact?: (text: string) => string // of what is exported to be read; absent: nothing is known to be a secret
  readonly markdown?: LoadMarkdown // absent: what is exported is written without a look at what its Markdown means
  readonly reviews: Reviews
  readonly worktrees: WorktreeService
  readonly folders: Folders
  readonly telemetry: Telemetry // closed with the engine, after everything that it is told of
  readonly warmUp?: () => Promise<unknown> // loads what a first command needs; what fails, fails again there
  readonly cleared?: Promise<void> // what killed engines left is being cleared away; closing waits for it
  /** A policy as a session in this folder keeps it. Throws FaultError `bad-request` for an unfit root or folder. */
  readonly settlePolicy: (policy: SandboxPolicy, folder: string) => SandboxPolicy
  readonly acpAgents?: AcpAgents // absent: there are no agents but ours
  readonly mcp?: ServerDirectory // absent: no server is configured
  readonly doctor: () => Promise<readonly DoctorCheck[]>
  /** The configuration's defaults as they were at the start; the ones of now come from `settings`. */
  readonly defaults: SessionDefaults
  readonly settings: SettingsStore
}
