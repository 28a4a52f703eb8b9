import type { ApprovalPolicy } from '../domain/approval-policy'
import type { SandboxPolicy } from '../domain/sandbox-policy'
import { messages } from './spoken'

/** One line for a person, e.g. "Workspace write, no network". */
export const describeSandboxPolicy = (policy: SandboxPolicy): string => messages().policies.sandbox(policy)

/** The policy's meaning in one sentence, for pickers and `--help`. */
export const describeApprovalPolicy = (policy: ApprovalPolicy): string => messages().policies.approval(policy)
