import type { Offer, StopReason, Unheld } from '@shared/domain/approval'
import { approvalPolicyName, type ApprovalPolicy } from '@shared/domain/approval-policy'
import type { SandboxStatus } from '@shared/domain/doctor'
import { opensFiles, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { Classification } from '../policy/classify'
import { mayEscalate, switchedOff } from '../policy/granular'
import { allow, type Permit } from '../policy/permit'
import { offerInSandbox, offerOutside } from './offers'

/** What the policies say before a command's first run. `refuse` is told to the model; nothing runs. */
export type FirstDecision =
  | { readonly kind: 'run'; readonly permit: Permit }
  | { readonly kind: 'ask'; readonly stop: StopReason; readonly offers: readonly Offer[] }
  | { readonly kind: 'refuse'; readonly reason: string }

/** Everything the first decision depends on. */
export interface FirstQuestion {
  readonly approvalPolicy: ApprovalPolicy
  readonly sandboxPolicy: SandboxPolicy
  readonly sandbox: SandboxStatus
  readonly classification: Pick<Classification, 'safe' | 'danger'>
  readonly escalated: boolean
  /** False: it cannot be run on copies, and what effects would decide is decided as on request. Absent: it can. */
  readonly onView?: boolean
  /**
   * Where no sandbox can be made and the container is the boundary: what of the policy that does not hold for this command, as far as its words tell;
   * `classification` is then what the lists and checks say where every file is open. Absent: it is no boundary.
   */
  readonly inContainer?: { readonly unheld: Unheld | undefined } | undefined
}

/** Why a person is asked before the first run; undefined when the approval policy does not ask. */
function askReason(question: FirstQuestion): Pick<StopReason, 'boundary' | 'why'> | undefined {
  const { approvalPolicy, classification, escalated, sandboxPolicy, onView } = question
  const { danger, safe } = classification
  const contained = question.inContainer !== undefined && question.sandbox.kind === 'unavailable'
  const unconfined = contained || sandboxPolicy.mode === 'danger-full-access'
  switch (approvalPolicyName(approvalPolicy)) {
    case 'untrusted':
      return safe
        ? undefined
        : {
            boundary: 'approval-policy',
            why: danger === undefined ? { kind: 'not-listed' } : { kind: 'danger', what: danger },
          }
    case 'granular':
    case 'on-request':
    case 'effects':
      if (escalated) return { boundary: 'escalation', why: { kind: 'escalated' } }
      if (danger !== undefined) return { boundary: 'approval-policy', why: { kind: 'danger', what: danger } }
      // What is not known to be safe is asked about; what it does on copies may answer.
      return approvalPolicy === 'effects' && !safe && onView !== false
        ? { boundary: 'approval-policy', why: { kind: 'effects' } }
        : undefined
    case 'on-failure':
      // The documented meaning is "never ask up front", which presumes a sandbox that can fail.
      return danger !== undefined && (contained || opensFiles(sandboxPolicy))
        ? {
            boundary: 'approval-policy',
            why: { kind: 'danger', what: danger, ...(unconfined && { unconfined }) },
          }
        : undefined
    case 'never':
      return undefined
  }
}

/**
 * The decision before the first run (docs/spec/approvals.md). Fails closed: without a working sandbox nothing that the
 * policy wants confined runs unless a person says so, and under `never` it does not run at all. Where the container is the boundary that holds for
 * whatever it does not hold of the policy (decision 205).
 */
export function decideFirst(question: FirstQuestion): FirstDecision {
  const decision = decideByPolicy(question)
  const off =
    decision.kind === 'ask' ? switchedOff(question.approvalPolicy, decision.stop.boundary) : undefined
  return off === undefined
    ? decision
    : { kind: 'refuse', reason: `approval is required by policy, but ${off} is off: nothing ran.` }
}

function decideByPolicy(question: FirstQuestion): FirstDecision {
  const { approvalPolicy, sandboxPolicy, sandbox, classification, escalated } = question
  const unconfined = sandboxPolicy.mode === 'danger-full-access'
  const policyName = approvalPolicyName(approvalPolicy)
  if (escalated && !mayEscalate(approvalPolicy))
    return {
      kind: 'refuse',
      reason: `the approval policy is ${policyName}: escalated permissions cannot be requested under it. Nothing ran. Call the tool again without with_escalated_permissions.`,
    }
  if (approvalPolicy === 'never' && classification.danger !== undefined)
    return {
      kind: 'refuse',
      reason: `${classification.danger}, and the approval policy is never: nobody can be asked, so nothing ran.`,
    }
  if (!unconfined && sandbox.kind === 'unavailable') {
    const { inContainer } = question
    const asked = inContainer && askReason(question)
    if (inContainer && !asked && inContainer.unheld === undefined)
      return { kind: 'run', permit: allow('policy-container') }
    if (approvalPolicy === 'never')
      return {
        kind: 'refuse',
        reason: `no working sandbox (${sandbox.reason}), and the approval policy is never: nothing ran.`,
      }
    const unheld = inContainer?.unheld && { unheld: inContainer.unheld }
    const missing = {
      boundary: 'missing-sandbox',
      why: { kind: 'no-sandbox', of: 'command', reason: sandbox.reason, ...unheld },
    } as const
    return {
      kind: 'ask',
      stop: { ...(asked ?? missing), policy: policyName, evidence: [] },
      offers: [offerOutside()],
    }
  }
  const why = askReason(question)
  if (!why) return { kind: 'run', permit: allow(unconfined ? 'policy-full-access' : 'policy-sandboxed') }
  return {
    kind: 'ask',
    stop: { ...why, policy: policyName, evidence: [] },
    offers: unconfined ? [offerOutside()] : [offerInSandbox(escalated), offerOutside()],
  }
}
