import { notAssessed } from '@shared/domain/assessment'
import type { ApprovalRequest, Decision } from '@shared/domain/approval'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import { describeGrant, type Grant } from '@shared/domain/grant'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { hostGrantKey } from '../approvals/grant-book'
import type { CommandCall, CommandParts, TurnContext } from '../commands/command-call'
import { switchedOff } from '../policy/granular'
import { readHostRule } from './host-rule'
import { coverage, formatHostPort, normaliseHost, type Coverage } from './host-rules'
import type { AskHost, HostProtocol, HostQuestion } from './host-question'

const protocolWords: Readonly<Record<HostProtocol, string>> = {
  http: 'plain HTTP',
  connect: 'a tunnel, as HTTPS uses',
  socks5: 'a SOCKS5 tunnel',
}

/** The request that is put to a person while the connection waits; its only offer is this host. */
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
        scopes: ['once', 'turn', 'session', 'rule'],
        description: `Only this: may ${describeGrant(grant)}, until this run ends.`,
        rule: target,
      },
    ],
    createdAt: new Date(parts.clock.now()).toISOString(),
    state: 'pending',
  }
}

interface Held {
  readonly grant: StoredGrant
  readonly coverage: Coverage
}

/** The newest grant in force that covers the host for this folder's commands; one for the very host goes first. */
async function heldGrant(
  { host, port }: HostQuestion,
  turn: TurnContext,
  parts: Pick<CommandParts, 'grants'>,
): Promise<Held | undefined> {
  const name = normaliseHost(host)
  if (!name) return undefined
  const covering = (await parts.grants.findHosts(turn.cwd, turn)).flatMap((grant) => {
    const hosts = grant.grants.filter((each) => each.kind === 'host')
    const found = coverage(hosts, name, port)
    return found === undefined ? [] : [{ grant, coverage: found }]
  })
  return covering.find((each) => each.coverage === 'exact') ?? covering[0]
}

/** Puts a yes that holds beyond this run in force, for every command in the session's folder. */
async function keepHost(
  question: HostQuestion,
  decision: Extract<Decision, { kind: 'allow' }>,
  turn: TurnContext,
  parts: HostAskParts,
): Promise<void> {
  const { scope = 'once', rule } = decision
  if (scope === 'once') return
  const { host, port } = question
  await parts.grants.add({
    id: parts.ids.next(),
    scope,
    sessionId: turn.sessionId,
    turnId: turn.turnId,
    key: hostGrantKey(turn.cwd),
    command: [],
    covers: 'host',
    cwd: turn.cwd,
    kind: 'only-this',
    grants: [rule === undefined ? { kind: 'host', host, port } : readHostRule(rule, question)],
    createdAt: new Date(parts.clock.now()).toISOString(),
  })
  await parts.approvals.reconsider()
}

/** The parts of the world that asking about hosts needs. */
export type HostAskParts = Pick<CommandParts, 'approvals' | 'grants' | 'clock' | 'ids'>

/**
 * The way a run asks about unknown hosts: the grants in force first, visibly, then a person, through the same queue as
 * every approval, keyed by a request of its own, on record before and after. Undefined where the policy asks nobody and
 * no host is granted for the folder: unknown hosts are then refused without a proxy. Fails closed: a request that cannot
 * be recorded, a withdrawal and an unknown offer all deny. `onAbort` is called when the person answers `abort`, which
 * ends the turn; ending it is the caller's.
 */
export async function createHostAsker(
  call: CommandCall,
  turn: TurnContext,
  parts: HostAskParts,
  onAbort: () => void,
): Promise<AskHost | undefined> {
  const { approvalPolicy } = turn
  const mayAsk = approvalPolicy !== 'never' && switchedOff(approvalPolicy, 'network') === undefined
  if (!mayAsk && (await parts.grants.findHosts(turn.cwd, turn)).length === 0) return undefined
  return async (question, signal) => {
    const held = await heldGrant(question, turn, parts)
    if (held) {
      turn.emit({ type: 'grant.applied', callId: call.callId, grant: held.grant })
      return held.coverage === 'exact' ? 'allow' : 'allow-below'
    }
    if (!mayAsk) return 'unanswered'
    const request = hostRequest(question, call, turn, parts)
    const answer = await parts.approvals.ask(request, {
      record: (each) => turn.recordApproval(each),
      signal: AbortSignal.any([signal, turn.signal]),
      heldOffer: async () => ((await heldGrant(question, turn, parts)) ? request.offers[0]?.id : undefined),
      checkRule: (text) => {
        readHostRule(text, question)
        return Promise.resolve()
      },
    })
    if (answer.kind === 'withdrawn') return 'deny'
    const { decision } = answer
    switch (decision.kind) {
      case 'allow': {
        if (!request.offers.some((offer) => offer.id === decision.offerId)) return 'deny'
        await keepHost(question, decision, turn, parts)
        // A yes given to another request may be one for all names below: this one is then no surer than that.
        const byGrant =
          answer.request.decidedBy === 'grant' ? await heldGrant(question, turn, parts) : undefined
        return byGrant?.coverage === 'wildcard' ? 'allow-below' : 'allow'
      }
      case 'deny':
        return 'deny'
      case 'abort':
        onAbort()
        return 'deny'
    }
  }
}
