import { approvalPolicyName } from '@shared/domain/approval-policy'
import type { Evidence } from '@shared/domain/evidence'
import { describeGrant, type Grant } from '@shared/domain/grant'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import { askAssessed, type Asked, type AskParts } from '../approvals/ask-assessed'
import type { CommandCall, TurnContext } from '../commands/command-call'
import { switchedOff } from '../policy/granular'
import { formatHostPort } from './host-rules'
import type { AskHost, HostProtocol, HostQuestion } from './host-question'

const protocolWords: Readonly<Record<HostProtocol, string>> = {
  http: 'plain HTTP',
  connect: 'a tunnel, as HTTPS uses',
  socks5: 'a SOCKS5 tunnel',
}

/** What is put to a person while the connection waits; its only offer is this host, for this run. */
export function hostQuestion(
  question: HostQuestion,
  call: CommandCall,
  turn: TurnContext,
): Omit<Asked, 'signal'> {
  const grant: Grant = { kind: 'host', host: question.host, port: question.port }
  const target = formatHostPort(question.host, question.port)
  const evidence: Evidence[] = [
    { kind: 'network', target, operation: 'connect', source: 'proxy', backend: 'network-proxy' },
  ]
  const { command, cwd, justification } = call
  const { host, port } = question
  return {
    request: {
      callId: call.callId,
      stage: 'network',
      command: [...command],
      cwd,
      stop: {
        boundary: 'network',
        text: `Network: the running command asks for ${target} (${protocolWords[question.protocol]}), which nobody has granted. It waits for your answer.`,
        policyLine: `approval_policy = ${approvalPolicyName(turn.approvalPolicy)}; ${describeSandboxPolicy(turn.sandboxPolicy)}`,
        evidence,
      },
      ...(justification === undefined ? {} : { justification }),
      offers: [
        {
          id: 'only-this',
          kind: 'only-this',
          grants: [grant],
          scopes: ['once'],
          description: `Only this: may ${describeGrant(grant)}, until this run ends.`,
        },
      ],
    },
    effect: `Connects to ${target}.`,
    subject: { kind: 'network', host, port, command, cwd, justification, evidence, failure: undefined },
    key: JSON.stringify(['host', turn.sessionId, host, port]),
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
  parts: AskParts,
  onAbort: () => void,
): AskHost | undefined {
  const { approvalPolicy } = turn
  if (approvalPolicy === 'never' || switchedOff(approvalPolicy, 'network') !== undefined) return undefined
  return async (question, signal) => {
    const asked = hostQuestion(question, call, turn)
    const { request, answer } = await askAssessed(
      { ...asked, signal: AbortSignal.any([signal, turn.signal]) },
      turn,
      parts,
    )
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
