import { z } from 'zod'

/** The policies that go by name (docs/spec/approvals.md). `on-request` is the default; `effects` asks by what a command did on copies. */
export const NamedApprovalPolicy = z.enum(['untrusted', 'effects', 'on-failure', 'on-request', 'never'])
export type NamedApprovalPolicy = z.infer<typeof NamedApprovalPolicy>

/**
 * One switch per kind of prompt; false means that such a prompt is refused instead of shown. `sandbox_approval`:
 * escalations, retries after a denial, a missing sandbox. `rules`: commands on the dangerous list. `request_permissions`:
 * hosts and paths asked for while a command waits. `mcp_elicitations`: what MCP servers ask the person, who is not asked then. The last
 * has no prompt yet and is kept for the wire.
 */
export const GranularSwitches = z.strictObject({
  sandbox_approval: z.boolean().default(true),
  rules: z.boolean().default(true),
  request_permissions: z.boolean().default(true),
  mcp_elicitations: z.boolean().default(true),
  skill_approval: z.boolean().default(true),
})
export type GranularSwitches = z.infer<typeof GranularSwitches>

/** When a person is asked. `granular` is `on-request` with some kinds of prompts switched off. */
export const ApprovalPolicy = z.union([NamedApprovalPolicy, z.strictObject({ granular: GranularSwitches })])
export type ApprovalPolicy = z.infer<typeof ApprovalPolicy>

/** The policy's name; `granular` for the one with switches. */
export function approvalPolicyName(policy: ApprovalPolicy): NamedApprovalPolicy | 'granular' {
  return typeof policy === 'string' ? policy : 'granular'
}
