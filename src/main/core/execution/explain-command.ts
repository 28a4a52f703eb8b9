import type { Explanation } from '@shared/domain/explanation'
import { quoteCommand } from '@shared/domain/quote-shell'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import { nearestInWords } from '@shared/messages/outside-rule'
import { stopInWords } from '@shared/messages/stop'
import type { Action, Ran } from './action'
import type { CommandCall, CommandParts, TurnContext } from '../turn/turn-context'
import { namingOf } from './ask'
import { actionOf } from './command-action'
import { firstWord } from './perform'
import { ofRules, openRequest } from './open-request'

/**
 * What would become of a command, decided as the engine decides it and by the same functions, up to the point where something would run or
 * somebody would be asked. Rehearses where an effect rule could answer; runs, counts and keeps nothing.
 */
export async function explainCommand(
  call: CommandCall,
  turn: TurnContext,
  parts: CommandParts,
): Promise<Explanation> {
  const plainly = { effects: [], outside: [] }
  const byPolicy = { kind: 'policy', name: approvalPolicyName(turn.approvalPolicy) } as const
  const prepared = await actionOf(call, turn, parts)
  if (prepared.kind !== 'ready')
    return { decision: 'refuse', by: byPolicy, reason: prepared.reason, ...plainly }
  const action: Action<Ran> = prepared.action
  const { first } = action
  const { held } = await firstWord(action)
  const naming = namingOf(turn, parts)
  const policy =
    action.managed === undefined ? byPolicy : ({ kind: 'managed', name: action.managed } as const)
  if (held?.kind === 'held') {
    const [record] = held.records
    const name = quoteCommand(record?.command ?? call.command)
    const kind = record?.scope === 'rule' ? ('rule' as const) : ('grant' as const)
    return { decision: 'run', by: { kind, name }, reason: `It was allowed before: ${name}.`, ...plainly }
  }
  if (first.kind === 'refuse') return { decision: 'refuse', by: policy, reason: first.reason, ...plainly }
  if (first.kind === 'run')
    return { decision: 'run', by: policy, reason: 'The policy lets it run without a question.', ...plainly }
  const asked = { ...action, question: first }
  const over = new AbortController()
  try {
    const opened = await openRequest(asked, over.signal, turn, parts)
    const { effectRules } = parts
    const ruled = await ofRules(asked, opened, turn, {
      ...parts,
      ...(effectRules && {
        effectRules: {
          ...effectRules,
          use: async (rule, folder) => (await effectRules.standing([rule], folder))[0] === 'in-force',
        },
      }),
    })
    const found = opened.found()
    const effects = [...(found?.seen?.changes ?? [])]
    if (ruled.kind === 'answered') {
      await ruled.taken.free()
      const name = ruled.rule?.name ?? 'effects'
      const reason = ruled.rule
        ? `All that it does lies inside the rule “${name}”.`
        : 'All that it does lies in the folder and can be brought back, or is new in a temporary folder.'
      return { decision: 'run', by: { kind: 'effects', name }, reason, effects, outside: [] }
    }
    const { nearest } = ruled
    const reason = stopInWords(first.stop, naming)
    return {
      decision: 'ask',
      by: policy,
      reason: nearest ? `${reason} ${nearestInWords(nearest, naming)}` : reason,
      effects,
      outside: nearest?.outside ?? [],
    }
  } finally {
    over.abort()
  }
}
