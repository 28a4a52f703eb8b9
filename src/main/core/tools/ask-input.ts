import type { Offer, StopReason } from '@shared/domain/approval'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import { askPerson } from '../asking/ask-person'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import { permitByGrant } from '../asking/permit-by-grant'
import { switchedOff } from '../policy/granular'
import type { RunningProcess } from '../processes/running-process'

/** What is said of text for a process: it may go in, or the agent is told why not. `ends`: the turn is over. */
export type InputAnswer =
  { readonly kind: 'free' } | { readonly kind: 'refused'; readonly text: string; readonly ends: boolean }

/**
 * Why text for this process is a decision, in words; undefined: it is free. A process keeps the limits that it was
 * started with, so text is as powerful as they are: free inside the sandbox, and outside where the person chose full
 * access, as long as the turn has the same limits.
 */
function askReason(process: RunningProcess, turn: TurnContext): string | undefined {
  const { permit, policy } = process.origin
  if (JSON.stringify(policy) !== JSON.stringify(turn.sandboxPolicy))
    return `The process was started under other limits (${describeSandboxPolicy(policy)}) and keeps them.`
  if (permit.confinement === 'sandbox' || permit.because === 'policy-full-access') return undefined
  // The documented meaning of on-failure is "never ask up front".
  if (turn.approvalPolicy === 'on-failure') return undefined
  return 'The process runs outside the sandbox: what it is given can do everything you may do.'
}

function offerFor(process: RunningProcess): Offer {
  const outside = process.origin.permit.confinement === 'none'
  return {
    id: outside ? 'outside' : 'only-this',
    kind: outside ? 'outside' : 'only-this',
    grants: outside ? [{ kind: 'unsandboxed' }] : [],
    scopes: ['once', 'session'],
    description: outside
      ? 'Outside: gives this text to the process, which runs without the sandbox.'
      : 'Only this: gives this text to the process, inside its sandbox.',
  }
}

/**
 * Decides whether text may go into a running process, and asks a person where that is for them to say: once, or for this
 * process until it ends. Fails closed: no yes, nothing is sent.
 */
export async function askInput(
  process: RunningProcess,
  chars: string,
  turn: TurnContext,
  parts: CommandParts,
): Promise<InputAnswer> {
  const text = askReason(process, turn)
  if (text === undefined) return { kind: 'free' }
  const { id, callId, command, cwd } = process.origin
  const policyName = approvalPolicyName(turn.approvalPolicy)
  const boundary: StopReason['boundary'] = 'approval-policy'
  const off =
    turn.approvalPolicy === 'never' ? 'approval_policy = never' : switchedOff(turn.approvalPolicy, boundary)
  if (off !== undefined)
    return {
      kind: 'refused',
      text: `${text} That needs an approval, and ${off}: nothing was sent.`,
      ends: false,
    }
  const key = JSON.stringify(['input', turn.sessionId, id])
  const subject = { keys: [key], command }
  if ((await permitByGrant(callId, subject, turn, parts)).kind === 'permit') return { kind: 'free' }
  const answer = await askPerson(
    { callId, command, cwd, justification: undefined },
    {
      stage: 'first',
      effect: `Writes to the running process of session ${String(id)}.`,
      stop: {
        boundary,
        text,
        policyLine: `approval_policy = ${policyName}; ${describeSandboxPolicy(turn.sandboxPolicy)}`,
        evidence: [],
      },
      offers: [offerFor(process)],
      subject,
      about: { kind: 'input', text: chars },
    },
    turn,
    parts,
  )
  return answer.kind === 'allowed' ? { kind: 'free' } : answer
}
