import type { StopReason } from '@shared/domain/approval'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import type { Evidence } from '@shared/domain/evidence'
import type { Grant } from '@shared/domain/grant'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { hostGrantKey } from '../approvals/grant-book'
import { readHostRule } from '../network/host-rule'
import { coverage, formatHostPort, normaliseHost, type Coverage } from '../network/host-rules'
import { switchedOff } from '../policy/granular'
import type { AskHost, HostAnswer, HostQuestion } from '../run/host-question'
import { grantPlace, grantsUsed, type CommandCall, type TurnContext } from '../turn/turn-context'
import type { Action, ActionGrants, ActionParts, FirstDecision, Ran } from './action'
import { perform } from './perform'

/** The id of a question's one offer. */
const onlyThis = 'only-this'

/** What is put to a person while the connection waits; its only offer is this host. */
function questionOf(question: HostQuestion, turn: TurnContext): FirstDecision {
  const grant: Grant = { kind: 'host', host: question.host, port: question.port }
  const target = formatHostPort(question.host, question.port)
  const evidence: Evidence[] = [
    {
      kind: 'network',
      target,
      operation: 'connect',
      source: 'proxy',
      backend: 'network-proxy',
      ...(question.servers && { servers: [...question.servers] }),
    },
  ]
  const stop: StopReason = {
    boundary: 'network',
    why: { kind: 'asks-host', target, protocol: question.protocol },
    policy: approvalPolicyName(turn.approvalPolicy),
    evidence,
  }
  return {
    kind: 'ask',
    effect: { act: { kind: 'connect', hosts: [target] } },
    stop,
    offers: [
      {
        id: onlyThis,
        kind: 'only-this',
        grants: [grant],
        scopes: ['once', 'turn', 'session', 'rule'],
        means: { kind: 'connect' },
        rule: target,
      },
    ],
  }
}

interface HeldHost {
  readonly grant: StoredGrant
  readonly coverage: Coverage
}

function coverageOf({ host, port }: HostQuestion, grants: readonly Grant[]): Coverage | undefined {
  const name = normaliseHost(host)
  const hosts = grants.filter((each) => each.kind === 'host')
  return name && coverage(hosts, name, port)
}

/** The newest grant in force that covers the host for this folder's commands; one for the very host goes first. */
async function heldGrant(
  question: HostQuestion,
  turn: TurnContext,
  parts: Pick<ActionParts, 'grants'>,
): Promise<HeldHost | undefined> {
  const covering = (await parts.grants.findHosts(turn.cwd, grantsUsed(turn))).flatMap((grant) => {
    const found = coverageOf(question, grant.grants)
    return found === undefined ? [] : [{ grant, coverage: found }]
  })
  return covering.find((each) => each.coverage === 'exact') ?? covering[0]
}

/** The grants of a host, for every command in the session's folder. */
function hostGrants(question: HostQuestion, turn: TurnContext, parts: ActionParts): ActionGrants {
  const { host, port } = question
  return {
    async held() {
      const held = await heldGrant(question, turn, parts)
      const { grants = [] } = held?.grant ?? {}
      return (
        held && { kind: 'held', yes: { kind: 'only-this', grants, whatWasRead: [] }, records: [held.grant] }
      )
    },
    offered: (offers) => [...offers],
    use: (records) => parts.grants.use(records),
    async answers() {
      const held = await heldGrant(question, turn, parts)
      return held && (await parts.grants.use([held.grant])) ? onlyThis : undefined
    },
    checkRule: (text) => {
      readHostRule(text, question)
      return Promise.resolve()
    },
    changed: () => Promise.resolve([]),
    async keep({ kind }, { scope, rule, ends }) {
      await parts.grants.add({
        id: parts.ids.next(),
        scope,
        ...grantPlace(turn),
        key: hostGrantKey(turn.cwd),
        command: [],
        covers: 'host',
        cwd: turn.cwd,
        kind,
        grants: [rule === undefined ? { kind: 'host', host, port } : readHostRule(rule, question)],
        ...(ends && scope === 'rule' && { ends }),
        createdAt: new Date(parts.clock.now()).toISOString(),
      })
    },
  }
}

interface Let extends Ran {
  readonly answer: HostAnswer
}

/** A connection as an action: to run it is to let it through. */
function hostAction(
  question: HostQuestion,
  call: CommandCall,
  at: { readonly turn: TurnContext; readonly mayAsk: boolean; readonly signal: AbortSignal },
  parts: ActionParts,
): Action<Let> {
  const { turn, mayAsk, signal } = at
  const { host, port } = question
  return {
    call,
    stage: 'network',
    requested: { kind: 'network', host, port },
    first: mayAsk ? questionOf(question, turn) : { kind: 'refuse', reason: 'nobody can be asked' },
    grants: hostGrants(question, turn, parts),
    grantsBefore: ['ask', 'refuse'],
    signal,
    async run({ permit, by }) {
      // A yes given to another request may be one for all names below: this one is then no surer than that.
      const held = by === 'grant' ? await heldGrant(question, turn, parts) : undefined
      const covered = by === 'grant' ? held?.coverage : coverageOf(question, permit.grants)
      return { outcome: undefined, answer: covered === 'exact' ? 'allow' : 'allow-below' }
    },
  }
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
  parts: ActionParts,
  onAbort: () => void,
): Promise<AskHost | undefined> {
  const { approvalPolicy } = turn
  const mayAsk = approvalPolicy !== 'never' && switchedOff(approvalPolicy, 'network') === undefined
  if (!mayAsk && (await parts.grants.findHosts(turn.cwd, grantsUsed(turn))).length === 0) return undefined
  return async (question, signal) => {
    const done = await perform(hostAction(question, call, { turn, mayAsk, signal }, parts), turn, parts)
    if (done.kind === 'ran') {
      const { host, port } = question
      call.onHost?.({ kind: 'host', host, port })
      return done.run.answer
    }
    if (done.how === 'aborted') onAbort()
    return done.how === 'policy' ? 'unanswered' : 'deny'
  }
}
