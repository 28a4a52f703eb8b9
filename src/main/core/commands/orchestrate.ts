import type { CommandOutcome } from '@shared/domain/command-outcome'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import type { Grant } from '@shared/domain/grant'
import { effectOfEvidence } from '../approvals/effect'
import { classify } from '../policy/classify'
import { grantKey } from '../approvals/grant-key'
import { asksAfterDenial } from '../policy/granular'
import type { Permit } from '../policy/permit'
import { askPerson, type Question } from './ask-person'
import type { CommandCall, CommandParts, TurnContext } from './command-call'
import { decideFirst } from './first-decision'
import { offerMissing, offerOutside } from './offers'
import { outcomeText } from './result-text'
import { alreadyAnswered } from '../network/already-answered'
import { permitByGrant } from './permit-by-grant'
import { runAttempt } from './run-attempt'
import { stopText } from './stop-text'

/** What a tool call comes back with: the text for the model, and whether the turn is over. */
export interface CommandReply {
  readonly text: string
  readonly ends: boolean
}

/** A person can be asked this often about one call before it simply stays stopped. */
const maxRetries = 8

type Denied = Extract<CommandOutcome, { kind: 'denied' }>

/** The request after the sandbox stopped an attempt: evidence, the narrowest addition, and the way outside. */
function retryQuestion(
  denied: Denied,
  grants: readonly Grant[],
  at: { turn: TurnContext; home: string; subject: Question['subject'] },
): Question {
  const { turn, home, subject } = at
  const missing = offerMissing(denied.evidence, grants, home)
  return {
    stage: 'retry',
    effect: effectOfEvidence(denied.evidence, { home, cwd: turn.cwd }),
    stop: {
      boundary: 'sandbox',
      text: stopText(denied.evidence, turn.sandboxPolicy),
      policyLine: describeSandboxPolicy(turn.sandboxPolicy),
      evidence: denied.evidence,
    },
    offers: missing ? [missing, offerOutside()] : [offerOutside()],
    subject,
  }
}

/** Runs, and after each denial asks again with what the kernel newly reported (semantics §3.2; W10: never silently). */
async function runAndRetry(
  call: CommandCall,
  first: { readonly permit: Permit; readonly subject: Question['subject'] },
  turn: TurnContext,
  parts: CommandParts,
): Promise<CommandReply> {
  const { subject } = first
  let { permit } = first
  for (let attempt = 1; ; attempt++) {
    const outcome = await runAttempt(call, permit, { ...turn, attempt }, parts)
    if (outcome.kind === 'cancelled') return { text: outcomeText(outcome), ends: true }
    const mayAsk = asksAfterDenial(turn.approvalPolicy, permit.because)
    if (outcome.kind !== 'denied' || !mayAsk || attempt > maxRetries || alreadyAnswered(outcome.evidence))
      return { text: outcomeText(outcome), ends: false }
    const home = parts.workspace.home()
    const question = retryQuestion(outcome, permit.grants, { turn, home, subject })
    const answer = await askPerson(call, question, turn, parts)
    if (answer.kind === 'refused') return { text: answer.text, ends: answer.ends }
    permit = answer.permit
  }
}

/**
 * The one way from a tool call to a process: policy, grant or first approval, sandboxed attempt, evidence, approval,
 * retry (semantics §3.2). A grant answers what would be asked and adds what it added before; it never turns a refusal
 * into a run. Fails closed: whatever is not an explicit permit ends without a process.
 */
export async function orchestrate(
  asked: CommandCall,
  turn: TurnContext,
  parts: CommandParts,
): Promise<CommandReply> {
  const { approvalPolicy, sandboxPolicy } = turn
  const [classification, sandbox] = await Promise.all([
    classify(asked.command, parts.parser),
    parts.sandbox.status(),
  ])
  const { command, cwd, escalated } = asked
  const { danger } = classification
  const subject = await grantKey({ command, cwd, sandboxPolicy, escalated, danger }, parts.parser)
  const call = { ...asked, mayConnect: classification.mayConnect }
  const refuse = (reason: string): void => {
    turn.emit({ type: 'command.finished', callId: call.callId, outcome: { kind: 'refused', reason } })
  }
  const first = decideFirst({
    approvalPolicy,
    sandboxPolicy,
    sandbox,
    classification,
    escalated: call.escalated,
  })
  if (first.kind === 'refuse') {
    refuse(first.reason)
    return { text: first.reason, ends: false }
  }
  const held = await permitByGrant(call.callId, subject, turn, parts)
  if (held) return runAndRetry(call, { permit: held, subject }, turn, parts)
  if (first.kind === 'run') return runAndRetry(call, { permit: first.permit, subject }, turn, parts)
  const { stop, offers } = first
  const question: Question = { stage: 'first', effect: undefined, stop, offers, subject }
  const answer = await askPerson(call, question, turn, parts)
  if (answer.kind === 'allowed') return runAndRetry(call, { permit: answer.permit, subject }, turn, parts)
  refuse(
    answer.text === 'aborted' ? 'The turn was stopped before this was answered.' : 'Denied. Nothing ran.',
  )
  return { text: answer.text, ends: answer.ends }
}
