import type {
  PermissionOption,
  RequestPermissionOutcome,
  ToolCall,
  ToolCallContent,
} from '@agentclientprotocol/sdk'
import type { ApprovalRequest, Decision, Offer } from '@shared/domain/approval'
import type { GrantScope } from '@shared/domain/stored-grant'
import { addedInWords, forSessionInWords, offerInWords } from '@shared/messages/offer'
import { approvalMessage } from '../protocol/approval-message'
import { bothEnds } from '../protocol/both-ends'
import { rehearsedInstead } from '../protocol/plain-yes'
import { visibleLine } from '../visible'
import { diffsOf } from './diffs'
import { fenced, titleOf } from './tool-text'

/** One thing that a client's person can choose, what the engine is told then, and what it means; a no needs no words. */
interface Choice {
  readonly option: PermissionOption
  readonly decision: Decision
  readonly means?: string
}

const longestName = 160

const lasting: Partial<Record<GrantScope, string>> = {
  session: 'for this session',
  rule: 'always, by a rule',
}

/** What follows the words for a yes that holds for longer: by themselves they are for one run. */
const keeps: Partial<Record<GrantScope, string>> = {
  session: ' The same for the rest of this session, without a question.',
  rule: ' The same from now on, without a question, for all that the rule covers.',
}

function choicesOf(offer: Offer, request: ApprovalRequest): Choice[] {
  const { id, kind, grants, scopes, rule } = offer
  const instead = rehearsedInstead(request, offer)
  const what = grants.length === 0 ? '' : `: ${addedInWords(grants, request.naming)}`
  const where = kind === 'outside' ? ', outside the sandbox' : ', only this'
  return scopes.flatMap((scope): Choice[] => {
    const long = lasting[scope]
    if (scope !== 'once' && (long === undefined || instead?.lacks)) return []
    if (scope === 'once' && instead)
      return [
        {
          option: { optionId: `apply:${id}`, name: 'Apply what was rehearsed', kind: 'allow_once' },
          decision: { kind: 'apply', rehearsal: instead.id },
          means: instead.means,
        },
      ]
    const name = visibleLine(
      long === undefined
        ? `Allow once${where}${what}`
        : `Allow ${long}${kind === 'outside' ? where : ''}${scope === 'rule' && rule !== undefined ? `: ${rule}` : what}`,
    )
    // A rule holds for good, and part of it may be all that a person looks at.
    if (scope === 'rule' && name.length > longestName) return []
    return [
      {
        option: {
          optionId: `allow:${scope}:${id}`,
          name: bothEnds(name, longestName),
          kind: long === undefined ? 'allow_once' : 'allow_always',
        },
        decision: { kind: 'allow', offerId: id, scope },
        means:
          instead && scope === 'session'
            ? forSessionInWords(offer, request.naming)
            : `${offerInWords(offer, request)}${keeps[scope] ?? ''}`,
      },
    ]
  })
}

/**
 * What a client can be offered for a request: each of its offers, and the two ways to say no. The narrowest comes first; what holds for
 * longer says so by its kind.
 */
export function choices(request: ApprovalRequest): readonly Choice[] {
  return [
    ...request.offers.flatMap((offer) => choicesOf(offer, request)),
    {
      option: { optionId: 'deny', name: 'Deny, and let the agent go on', kind: 'reject_once' },
      decision: { kind: 'deny' },
    },
    {
      option: { optionId: 'abort', name: 'Deny and stop', kind: 'reject_once' },
      decision: { kind: 'abort' },
    },
  ]
}

/** What a client's answer decides. Cancelled, unreadable, or an option that was not offered: denied. */
export function decisionOf(outcome: RequestPermissionOutcome, request: ApprovalRequest): Decision {
  const { optionId } = 'optionId' in outcome ? outcome : { optionId: undefined }
  return choices(request).find(({ option }) => option.optionId === optionId)?.decision ?? { kind: 'deny' }
}

/** The call that is asked about, with what a person needs to decide it: effect, what stopped it, risk, what each yes means. */
export function askedCall(request: ApprovalRequest): ToolCall & { readonly content: ToolCallContent[] } {
  const { callId, stage, command, cwd, changes, tool } = request
  const means = choices(request).flatMap(({ option, means: words }) =>
    words === undefined ? [] : [`"${option.name}" means: ${words}`],
  )
  return {
    toolCallId: callId,
    title: titleOf(request),
    kind: changes !== undefined ? 'edit' : tool !== undefined ? 'other' : 'execute',
    status: stage === 'network' ? 'in_progress' : 'pending',
    rawInput: tool ? tool.invocation : changes !== undefined ? { changes } : { command, cwd },
    locations: Object.keys(changes ?? {}).map((path) => ({ path })),
    content: [
      { type: 'content', content: { type: 'text', text: fenced(approvalMessage(request, means)) } },
      ...diffsOf(changes ?? {}),
    ],
  }
}
