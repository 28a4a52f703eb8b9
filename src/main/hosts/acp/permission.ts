import type {
  PermissionOption,
  RequestPermissionOutcome,
  ToolCall,
  ToolCallContent,
} from '@agentclientprotocol/sdk'
import type { ApprovalRequest, Decision, Offer } from '@shared/domain/approval'
import type { GrantScope } from '@shared/domain/stored-grant'
import { addedInWords } from '@shared/messages/offer'
import { approvalMessage } from '../protocol/approval-message'
import { rehearsedInstead } from '../protocol/plain-yes'
import { visibleLine } from '../visible'
import { diffsOf } from './diffs'
import { fenced, titleOf } from './tool-text'

/** One thing that a client's person can choose, and what the engine is told then. */
interface Choice {
  readonly option: PermissionOption
  readonly decision: Decision
}

const longestName = 160

function named(text: string): string {
  const line = visibleLine(text)
  return line.length <= longestName ? line : `${line.slice(0, longestName)} …`
}

const lasting: Partial<Record<GrantScope, string>> = {
  session: 'for this session',
  rule: 'always, by a rule',
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
        },
      ]
    const name =
      long === undefined
        ? `Allow once${where}${what}`
        : `Allow ${long}${kind === 'outside' ? where : ''}${scope === 'rule' && rule !== undefined ? `: ${rule}` : what}`
    return [
      {
        option: {
          optionId: `allow:${scope}:${id}`,
          name: named(name),
          kind: long === undefined ? 'allow_once' : 'allow_always',
        },
        decision: { kind: 'allow', offerId: id, scope },
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

/** The call that is asked about, with what a person needs to decide it: effect, what stopped it, risk, what a yes means. */
export function askedCall(request: ApprovalRequest): ToolCall & { readonly content: ToolCallContent[] } {
  const { callId, stage, command, cwd, changes, tool } = request
  return {
    toolCallId: callId,
    title: titleOf(request),
    kind: changes !== undefined ? 'edit' : tool !== undefined ? 'other' : 'execute',
    status: stage === 'network' ? 'in_progress' : 'pending',
    rawInput: tool ? tool.invocation : changes !== undefined ? { changes } : { command, cwd },
    locations: Object.keys(changes ?? {}).map((path) => ({ path })),
    content: [
      { type: 'content', content: { type: 'text', text: fenced(approvalMessage(request)) } },
      ...diffsOf(changes ?? {}),
    ],
  }
}
