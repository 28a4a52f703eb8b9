import type { Assessment } from '@shared/domain/assessment'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { Ids } from '../ports/system'
import { mergeAssessment } from './merge'
import type { RequestAssessor } from './request-assessor'

/** A command that somebody wants judged. `cwd` is absolute, and real where it is assessed; `policy` absent: the configured one. */
export interface TypedQuestion {
  readonly argv: readonly string[]
  readonly cwd: string
  readonly policy?: SandboxPolicy
  /** False: no model is asked. */
  readonly model: boolean
}

/** Assesses one typed command; compose gives it. */
export type AssessTyped = (question: TypedQuestion, signal: AbortSignal) => Promise<Assessment>

/** What it is judged with: whose model, and the configured policies. `provider` undefined: no model is set. */
export interface TypedParts {
  readonly assessments: RequestAssessor
  readonly ids: Ids
  readonly provider: string | undefined
  readonly model: string
  readonly approvalPolicy: ApprovalPolicy
  readonly sandboxPolicy: SandboxPolicy
}

/**
 * Facts, checks and, where it is wanted, the model's view of one command, which is not run. Waits for the model up to its
 * limit. Never throws for what the command or the file system holds.
 */
export async function assessTyped(
  question: TypedQuestion,
  parts: TypedParts,
  signal: AbortSignal,
): Promise<Assessment> {
  const { argv, cwd, policy, model } = question
  const { assessments, ids, provider, approvalPolicy } = parts
  const sessionId = ids.next()
  const subject = {
    kind: 'command',
    command: argv,
    cwd,
    justification: undefined,
    evidence: [],
    failure: undefined,
  } as const
  const session = {
    sessionId,
    provider: provider ?? '',
    model: parts.model,
    cwd,
    approvalPolicy,
    sandboxPolicy: policy ?? parts.sandboxPolicy,
  }
  try {
    const open = await assessments.open(subject, session, [])
    if (model && provider !== undefined) return await open.view({ signal, onUpdate: () => undefined }).settled
    const { facts, floor, changing } = open.checked
    const reason = model ? 'no model is set' : 'left out by --no-model'
    return mergeAssessment({ facts, floor, changing, view: { status: 'disabled', reason } })
  } finally {
    assessments.forget(sessionId)
  }
}
