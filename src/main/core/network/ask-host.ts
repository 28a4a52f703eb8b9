import { notAssessed } from '@shared/domain/assessment'
import type { ApprovalRequest } from '@shared/domain/approval'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import { describeGrant, type Grant } from '@shared/domain/grant'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import type { CommandCall, CommandParts, TurnContext } from '../commands/command-call'
import { switchedOff } from '../policy/granular'
import { formatHostPort } from './host-rules'
import type { AskHost, HostProtocol, HostQuestion } from './host-question'

const protocolWords: Readonly<Record<HostProtocol, string>> = {
  http: 'plain HTTP',
  connect: 'a tunnel, as HTTPS uses',
  socks5: 'a SOCKS5 tunnel',
}

/** The request that is put to a person while the connection waits; its only offer is this host, for this run. */
export function hostRequest(
  question: HostQuestion,
  call: CommandCall,
  turn: TurnContext,
  parts: Pick<CommandParts, 'clock' | 'ids'>,
): ApprovalRequest {
  const grant: Grant = { kind: 'host', host: question.host, port: question.port }
  const target = formatHostPort(question.host, question.port)
  return {
    id: parts.ids.next(),
    sessionId: turn.sessionId,
    sessionTitle: turn.sessionTitle,
    turnId: turn.turnId,
    turnNumber: turn.turnNumber,
    callId: call.callId,
    stage: 'network',
    command: [...call.command],
    cwd: call.cwd,
    effect: `Connects to ${target}.`,
    stop: {
      boundary: 'network',
      text: `Network: the running command asks for ${target} (${protocolWords[question.protocol]}), which nobody has granted. It waits for your answer.`,
      policyLine: `approval_policy = ${approvalPolicyName(turn.approvalPolicy)}; ${describeSandboxPolicy(turn.sandboxPolicy)}`,
      evidence: [
        { kind: 'network', target, operation: 'connect', source: 'proxy', backend: 'network-proxy' },
      ],
    },
    sandboxPolicy: turn.sandboxPolicy,
    ...(call.justification === undefined ? {} : { justification: call.justification }),
    assessment: notAssessed('connections are not assessed yet'),
    offers: [
      {
        id: 'only-this',
        kind: 'only-this',
        grants: [grant],
        scopes: ['once'],
        description: `Only this: may ${describeGrant(grant)}, until this run ends.`,
      },
    ],
    createdAt: new Date(parts.clock.now()).toISOString(),
    state: 'pending',
  }
}

/**
 * The way a run asks about unknown hosts: through the same queue as every approval, keyed by a request of its own, on
 * record before and after. Undefined where the policy asks nobody (`never`): unknown hosts are then refused. Fails
 * closed: a request that cannot be recorded, a withdrawal and an unknown offer all deny. `onAbort` is called when the
 * person answers `abort`, which ends the turn; ending it is the caller's.
 */
export function createHostAsker(
  call: CommandCall,
  turn: TurnContext,
  parts: Pick<CommandParts, 'approvals' | 'clock' | 'ids'>,
  onAbort: () => void,
): AskHost | undefined {
  const { approvalPolicy } = turn
  if (approvalPolicy === 'never' || switchedOff(approvalPolicy, 'network') !== undefined) return undefined
  return async (question, signal) => {
    const request = hostRequest(question, call, turn, parts)
    const answer = await parts.approvals.ask(request, {
      key: JSON.stringify(['host', turn.sessionId, question.host, question.port]),
      record: (each) => turn.recordApproval(each),
      signal: AbortSignal.any([signal, turn.signal]),
    })
    if (answer.kind === 'withdrawn') return 'deny'
    const { decision } = answer
    switch (decision.kind) {
      case 'allow':
        return request.offers.some((offer) => offer.id === decision.offerId) ? 'allow' : 'deny'
      case 'deny':
        return 'deny'
      case 'abort':
        onAbort()
        return 'deny'
    }
  }
}
