import type { Decision } from '@shared/domain/approval'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import type { Evidence } from '@shared/domain/evidence'
import { describeGrant, type Grant } from '@shared/domain/grant'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { askAssessed, type Asked, type AskParts } from './ask-assessed'
import { hostGrantKey } from '../approvals/grant-book'
import type { CommandCall, CommandParts, TurnContext } from '../turn/turn-context'
import { switchedOff } from '../policy/granular'
import { readHostRule } from '../network/host-rule'
import { coverage, formatHostPort, normaliseHost, type Coverage } from '../network/host-rules'
import type { AskHost, HostProtocol, HostQuestion } from '../run/host-question'

const protocolWords: Readonly<Record<HostProtocol, string>> = {
  http: 'plain HTTP',
  connect: 'a tunnel, as HTTPS uses',
  socks5: 'a SOCKS5 tunnel',
}

/** The id of a question's one offer. */
const onlyThis = 'only-this'

/** What is put to a person while the connection waits; its only offer is this host. */
export function hostQuestion(
  question: HostQuestion,
  call: CommandCall,
  turn: TurnContext,
): Omit<Asked, 'signal' | 'grantable'> {
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
          id: onlyThis,
          kind: 'only-this',
          grants: [grant],
          scopes: ['once', 'turn', 'session', 'rule'],
          description: `Only this: may ${describeGrant(grant)}, until this run ends.`,
          rule: target,
        },
      ],
    },
    effect: `Connects to ${target}.`,
    subject: { kind: 'network', host, port, command, cwd, justification, evidence, failure: undefined },
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
  parts: AskParts,
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
  parts: AskParts,
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
    const { request, answer } = await askAssessed(
      {
        ...hostQuestion(question, call, turn),
        signal: AbortSignal.any([signal, turn.signal]),
        grantable: {
          heldOffer: async () => ((await heldGrant(question, turn, parts)) ? onlyThis : undefined),
          checkRule: (text) => {
            readHostRule(text, question)
            return Promise.resolve()
          },
        },
      },
      turn,
      parts,
    )
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
      case 'edit':
        return 'deny'
      case 'abort':
        onAbort()
        return 'deny'
    }
  }
}
