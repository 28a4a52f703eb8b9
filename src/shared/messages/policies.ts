import type { ApprovalPolicy } from '../domain/approval-policy'
import type { SandboxPolicy } from '../domain/sandbox-policy'
import { messages } from './spoken'

/** One line for a person, e.g. "Workspace write, no network". */
export function describeSandboxPolicy(policy: SandboxPolicy): string {
  const say = messages().policies.sandbox
  if (policy.mode === 'danger-full-access' || policy.mode === 'danger-no-network') return say[policy.mode]
  const network = policy.network_access ? say.network : say.noNetwork
  const temporary = policy.mode === 'workspace-write' && policy.exclude_slash_tmp ? say.noTemporary : ''
  return `${say[policy.mode](network)}${temporary}`
}

/** The policy's meaning in one sentence, for pickers and `--help`. */
export function describeApprovalPolicy(policy: ApprovalPolicy): string {
  const say = messages().policies.approval
  if (typeof policy === 'string') return say[policy]
  const off = Object.entries(policy.granular).flatMap(([name, on]) => (on ? [] : [name]))
  return off.length === 0 ? say.asOnRequest : say.butRefuse(off.join(', '))
}

/** What holds commands where the container is the boundary and no sandbox is (decision 205): in a sentence, and in two words. */
export const containerInWords = (): { readonly only: string; readonly short: string } =>
  messages().policies.container
