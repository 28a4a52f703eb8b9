import type { Offer, StopReason, StopWhy } from '@shared/domain/approval'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import { stopInWords } from '@shared/messages/stop'
import type { CommandParts, TurnContext } from '../turn/turn-context'
import type { Sent } from '../run/process-input'
import type { FirstDecision, Ran } from './action'
import { keyedGrants } from './keyed-grants'
import { perform, type Performed } from './perform'
import { switchedOff } from '../policy/granular'
import type { RunningProcess } from '../processes/running-process'

/** What became of text for a process. */
interface Written extends Ran {
  readonly sent: Sent
}

/**
 * Why text for this process is a decision; undefined: it is free. A process keeps the limits that it was
 * started with, so text is as powerful as they are: free inside the sandbox, and outside where the person chose full
 * access, as long as the turn has the same limits. Where the container is the boundary nobody sees what text comes to.
 */
function askReason(process: RunningProcess, turn: TurnContext): StopWhy | undefined {
  const { permit, policy } = process.origin
  if (JSON.stringify(policy) !== JSON.stringify(turn.sandboxPolicy)) return { kind: 'input-limits', policy }
  if (permit.confinement === 'sandbox' || permit.because === 'policy-full-access') return undefined
  // The documented meaning of on-failure is "never ask up front".
  if (turn.approvalPolicy === 'on-failure' && permit.because !== 'policy-container') return undefined
  return { kind: 'input-outside' }
}

function offerFor(process: RunningProcess): Offer {
  const outside = process.origin.permit.confinement === 'none'
  return {
    id: outside ? 'outside' : 'only-this',
    kind: outside ? 'outside' : 'only-this',
    grants: outside ? [{ kind: 'unsandboxed' }] : [],
    scopes: ['once', 'session'],
    means: { kind: 'input' },
  }
}

/**
 * Sends text to a running process where it may go in, and asks a person where that is for them to say: once, or for this
 * process until it ends. Fails closed: no yes, nothing is sent.
 */
export async function performInput(
  process: RunningProcess,
  chars: string,
  turn: TurnContext,
  parts: CommandParts,
): Promise<Performed<Written>> {
  const { id, callId, command, cwd } = process.origin
  return perform(
    {
      call: { callId, command, cwd, justification: undefined },
      stage: 'first',
      requested: { kind: 'input', text: chars },
      first: decideFirst(process, turn),
      grants: keyedGrants(
        { keys: [JSON.stringify(['input', turn.sessionId, id])], command },
        cwd,
        turn,
        parts,
      ),
      grantsBefore: ['ask'],
      run: async () => ({ outcome: undefined, sent: await process.send(chars, parts.clock, turn.signal) }),
    },
    turn,
    parts,
  )
}

/** The first decision: text that is free goes in under the permit that its process was started with. */
function decideFirst(process: RunningProcess, turn: TurnContext): FirstDecision {
  const { approvalPolicy } = turn
  const { id, permit } = process.origin
  const why = askReason(process, turn)
  if (why === undefined) return { kind: 'run', permit }
  const boundary: StopReason['boundary'] = 'approval-policy'
  const off = approvalPolicy === 'never' ? 'approval_policy = never' : switchedOff(approvalPolicy, boundary)
  if (off !== undefined)
    return {
      kind: 'refuse',
      reason: `${stopInWords({ why }, undefined)} That needs an approval, and ${off}: nothing was sent.`,
    }
  return {
    kind: 'ask',
    effect: { act: { kind: 'input', session: String(id) } },
    stop: { boundary, why, policy: approvalPolicyName(approvalPolicy), evidence: [] },
    offers: [offerFor(process)],
  }
}
