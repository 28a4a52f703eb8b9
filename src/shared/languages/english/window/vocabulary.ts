import type { approvalPolicyName } from '../../../domain/approval-policy'
import type { RiskCategory, RiskLevel } from '../../../domain/assessment'
import type { DecidedBy } from '../../../domain/approval'
import type { Evidence } from '../../../domain/evidence'
import type { SandboxMode } from '../../../domain/sandbox-policy'

/** The levels in full. */
export const levels: Record<RiskLevel, string> = {
  low: 'Low risk',
  medium: 'Medium risk',
  high: 'High risk',
  'not-assessed': 'Not assessed',
}
/** The levels in lists. */
export const levelsShort: Record<RiskLevel, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  'not-assessed': 'Not assessed',
}
/** The categories as chips. */
export const categories: Record<RiskCategory, string> = {
  data_deletion: 'Data deletion',
  data_exfiltration: 'Data exfiltration',
  privilege_escalation: 'Privilege escalation',
  system_modification: 'System modification',
  network_access: 'Network access',
  resource_exhaustion: 'Resource exhaustion',
  compliance: 'Compliance',
}
/** The approval policies as pickers name them. */
export const approvalPolicies: Record<ReturnType<typeof approvalPolicyName>, string> = {
  untrusted: 'Ask unless known safe',
  effects: 'Ask about effects',
  'on-failure': 'Ask on failure',
  'on-request': 'Ask on request',
  never: 'Never ask',
  granular: 'Ask by kind',
}
/** The sandbox modes as pickers name them. */
export const sandboxModes: Record<SandboxMode, string> = {
  'read-only': 'Read only',
  'workspace-write': 'Workspace write',
  'danger-no-network': 'All files, no network',
  'danger-full-access': 'Full access, no sandbox',
}
/** What was stopped. */
export const evidenceKinds: Record<Evidence['kind'], string> = {
  write: 'Write',
  read: 'Read',
  network: 'Network',
  syscall: 'System call',
}
/** Who decided, after "already answered". */
export const faces: Record<DecidedBy, string> = {
  window: 'in the window',
  browser: 'in the browser',
  terminal: 'in the terminal',
  flag: 'by a command-line flag',
  client: 'by a client program',
  grant: 'by a grant given meanwhile',
  engine: 'by Countersign',
}
