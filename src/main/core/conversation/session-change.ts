import type { AgentEvent } from '@shared/domain/agent-event'
import { FaultError } from '@shared/domain/fault'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { SessionSummary } from '@shared/domain/session'
import type { SessionInput } from '../engine/engine-service'
import type { ModelProviders } from '../ports/models'
import { policyFor } from '../policy/policy-for'
import type { Limits } from '../agents/narrowest'
import { isWithin } from '../shell/paths'
import type { Workspace } from '../ports/workspace'
import { withWorktree } from '../worktrees/worktrees'
import { notOurs } from './refuse-turn'

type Changeable =
  | 'cwd'
  | 'shownCwd'
  | 'branch'
  | 'provider'
  | 'model'
  | 'approvalPolicy'
  | 'sandboxPolicy'
  | 'reasoningEffort'
  | 'reasoningSummary'
  | 'baseInstructions'
  | 'leftOutTools'
  | 'modelsView'
  | 'worktree'

/** The settings a person can change between turns. A key that is there and undefined takes the setting away. */
export type SessionChange = { readonly [K in Changeable]?: SessionSummary[K] | undefined }

/** What a change is checked against. `defaultPolicy` is the configured one. */
export interface ChangeParts {
  readonly workspace: Workspace
  readonly models: ModelProviders
  readonly defaultPolicy: SandboxPolicy
  /** See EngineParts. */
  readonly settlePolicy: (policy: SandboxPolicy, folder: string) => SandboxPolicy
}

/** The name of the built-in scripted provider. */
export const demoProvider = 'demo'

/**
 * The demo's agent plays its scenes whatever it is asked; it belongs in the project made for it and nowhere else.
 * Throws FaultError `unknown-model` for its name.
 */
export function refuseDemoModel(provider: string): void {
  if (provider !== demoProvider) return
  throw new FaultError({
    code: 'unknown-model',
    message: 'No model is set. The demo only plays in its own project.',
    remedy: 'Set model and model_provider in config.toml, or run the demo.',
  })
}

const withoutRoots = (policy: SandboxPolicy): SandboxPolicy =>
  policy.mode === 'workspace-write' ? { ...policy, writable_roots: [] } : policy

/**
 * Checks a change, which may be empty, against the machine and returns it as it is to be stored. Throws FaultError for a folder that cannot
 * be worked in under the policy, a writable root that cannot be one and a provider that is not there; nothing has been changed then.
 */
export async function checkChange(
  input: Omit<SessionInput, 'demo'>,
  current: SessionSummary,
  parts: ChangeParts,
): Promise<SessionChange> {
  const { provider, model, approvalPolicy, effort, summary, baseInstructions } = input
  const { leftOutTools, modelsView } = input
  if (provider !== undefined && provider !== current.provider) {
    refuseDemoModel(provider)
    parts.models.open(provider)
  }
  const cwd = input.cwd === undefined ? current.cwd : await parts.workspace.resolveFolder(input.cwd)
  const shownCwd = writtenOtherwise(input.cwd, cwd)
  if (cwd !== current.cwd) refuseDemoModel(provider ?? current.provider)
  const asksForPolicy = input.sandboxPolicy !== undefined || input.sandboxMode !== undefined
  const wanted = policyFor(input, current.sandboxPolicy, parts.defaultPolicy)
  // The roots that a session has were settled when it got them; whether its folder fits is asked before every turn.
  const inWorktree = current.worktree && isWithin(cwd, current.worktree.root) ? current.worktree : undefined
  const settled = parts.settlePolicy(
    asksForPolicy ? withWorktree(wanted, inWorktree) : withoutRoots(wanted),
    cwd,
  )
  return {
    ...(provider !== undefined && { provider }),
    ...(model !== undefined && { model }),
    ...(approvalPolicy !== undefined && { approvalPolicy }),
    ...((cwd !== current.cwd || shownCwd !== undefined) && { shownCwd }),
    ...(cwd !== current.cwd && { cwd, branch: await parts.workspace.branch(cwd) }),
    ...(effort !== undefined && { reasoningEffort: effort ?? undefined }),
    ...(summary !== undefined && { reasoningSummary: summary ?? undefined }),
    ...(baseInstructions !== undefined && { baseInstructions }),
    ...(leftOutTools !== undefined && { leftOutTools }),
    ...(modelsView !== undefined && { modelsView }),
    ...(asksForPolicy && { sandboxPolicy: settled }),
  }
}

/** How the person wrote the folder, where that is not its real path; undefined: it is, or nobody wrote one. */
export const writtenOtherwise = (written: string | undefined, real: string): string | undefined =>
  written === undefined || written.replace(/(?<=.)\/+$/, '') === real ? undefined : written

/** The summary with a change made. */
export function changed(summary: SessionSummary, change: SessionChange): SessionSummary {
  const next = { ...summary, ...change }
  return Object.fromEntries(
    Object.entries(next).filter(([, value]) => value !== undefined),
  ) as unknown as SessionSummary
}

/** The event that tells a session's settings. */
export function configuredEvent(summary: SessionSummary): AgentEvent {
  const { cwd, provider, model, approvalPolicy, sandboxPolicy, reasoningEffort, reasoningSummary } = summary
  return {
    type: 'session.configured',
    cwd,
    provider,
    model,
    approvalPolicy,
    sandboxPolicy,
    ...(reasoningEffort && { reasoningEffort }),
    ...(reasoningSummary && { reasoningSummary }),
  }
}

/** What a session's commands run under from the next turn on. */
export function limitsOf({ cwd, approvalPolicy, sandboxPolicy }: SessionSummary): Limits {
  return { cwd, approvalPolicy, sandboxPolicy }
}

/** A child's limits are its parent's, and an agent's of another maker are not ours. Throws FaultError `bad-request` for a change of them. */
export function refuseOwnLimits(summary: SessionSummary, change: SessionChange): void {
  if (summary.desk) throw notOurs(summary.desk)
  if (!summary.child) return
  const { cwd, approvalPolicy, sandboxPolicy } = changed(summary, change)
  const wanted = limitsOf({ ...summary, cwd, approvalPolicy, sandboxPolicy })
  if (JSON.stringify(wanted) === JSON.stringify(limitsOf(summary))) return
  throw new FaultError({
    code: 'bad-request',
    message: 'An agent has the folder and the policies of the session that it works for.',
    remedy: 'Change them there.',
  })
}
