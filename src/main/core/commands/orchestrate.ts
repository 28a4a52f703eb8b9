import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { Evidence } from '@shared/domain/evidence'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import type { Grant } from '@shared/domain/grant'
import { effectOfCommand, effectOfEvidence } from '../approvals/effect'
import { classify } from '../policy/classify'
import type { Permit } from '../policy/permit'
import { askPerson, type Question } from './ask-person'
import type { CommandCall, CommandParts, TurnContext } from './command-call'
import { decideFirst } from './first-decision'
import { offerMissing, offerOutside } from './offers'
import { listEvidence, outcomeText } from './result-text'
import { runAttempt } from './run-attempt'

/** What a tool call comes back with: the text for the model, and whether the turn is over. */
export interface CommandReply {
  readonly text: string
  readonly ends: boolean
}

/** A person can be asked this often about one call before it simply stays stopped. */
const maxRetries = 8

type Denied = Extract<CommandOutcome, { kind: 'denied' }>

const whyStopped = (evidence: Evidence | undefined): string =>
  evidence?.protectedBy === undefined
    ? 'is under no writable root'
    : `is kept as it is for the sake of ${evidence.protectedBy}`

/** The request after the sandbox stopped an attempt: evidence, the narrowest addition, and the way outside. */
function retryQuestion(
  call: CommandCall,
  denied: Denied,
  grants: readonly Grant[],
  at: { turn: TurnContext; home: string },
): Question {
  const { turn, home } = at
  const missing = offerMissing(denied.evidence, grants, home)
  return {
    stage: 'retry',
    effect: effectOfEvidence(denied.evidence, { home, cwd: turn.cwd }) ?? effectOfCommand(call.command),
    stop: {
      boundary: 'sandbox',
      text: `Sandbox: a ${listEvidence(denied.evidence, 1)}, which ${whyStopped(denied.evidence[0])}.`,
      policyLine: describeSandboxPolicy(turn.sandboxPolicy),
      evidence: denied.evidence,
    },
    offers: missing ? [missing, offerOutside()] : [offerOutside()],
  }
}

/** Runs, and after each denial asks again with what the kernel newly reported (semantics §3.2; W10: never silently). */
async function runAndRetry(
  call: CommandCall,
  first: Permit,
  turn: TurnContext,
  parts: CommandParts,
): Promise<CommandReply> {
  const mayAsk = turn.approvalPolicy === 'on-failure' || turn.approvalPolicy === 'untrusted'
  let permit = first
  for (let attempt = 1; ; attempt++) {
    const outcome = await runAttempt(call, permit, { ...turn, attempt }, parts)
    if (outcome.kind === 'cancelled') return { text: outcomeText(outcome), ends: true }
    if (outcome.kind !== 'denied' || !mayAsk || attempt > maxRetries)
      return { text: outcomeText(outcome), ends: false }
    const question = retryQuestion(call, outcome, permit.grants, { turn, home: parts.workspace.home() })
    const answer = await askPerson(call, question, turn, parts)
    if (answer.kind === 'refused') return { text: answer.text, ends: answer.ends }
    permit = answer.permit
  }
}

/**
 * The one way from a tool call to a process: policy, first approval, sandboxed attempt, evidence, approval, retry
 * (semantics §3.2). Fails closed: whatever is not an explicit permit ends without a process.
 */
export async function orchestrate(
  call: CommandCall,
  turn: TurnContext,
  parts: CommandParts,
): Promise<CommandReply> {
  const [classification, sandbox] = await Promise.all([
    classify(call.command, parts.parser),
    parts.sandbox.status(),
  ])
  const { approvalPolicy, sandboxPolicy } = turn
  const first = decideFirst({
    approvalPolicy,
    sandboxPolicy,
    sandbox,
    classification,
    escalated: call.escalated,
  })
  switch (first.kind) {
    case 'run':
      return runAndRetry(call, first.permit, turn, parts)
    case 'refuse':
      turn.emit({
        type: 'command.finished',
        callId: call.callId,
        outcome: { kind: 'refused', reason: first.reason },
      })
      return { text: first.reason, ends: false }
    case 'ask': {
      const question: Question = {
        stage: 'first',
        effect: effectOfCommand(call.command),
        stop: first.stop,
        offers: first.offers,
      }
      const answer = await askPerson(call, question, turn, parts)
      if (answer.kind === 'allowed') return runAndRetry(call, answer.permit, turn, parts)
      const reason =
        answer.text === 'aborted'
          ? 'The turn ended before anyone answered.'
          : 'Denied by the user. Nothing ran.'
      turn.emit({ type: 'command.finished', callId: call.callId, outcome: { kind: 'refused', reason } })
      return { text: answer.text, ends: answer.ends }
    }
  }
}
