import type { effectRuleContract } from '@shared/ipc/effect-rule-contract'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import type { DecidedBy } from '@shared/domain/approval'
import type { EngineService } from '../../core/engine/engine-service'

type Channel = keyof typeof effectRuleContract

/** Effect rules as a person makes and takes back; `by` is the face that answers. */
export const effectRuleRequests = (
  { effectRules }: Pick<EngineService, 'effectRules'>,
  by: DecidedBy,
): { readonly [C in Channel]: (request: RequestOf<C>) => Promise<ResponseOf<C>> } => ({
  'effect-rule.offer': async ({ requestId }) => {
    const { rules, ...rest } = await effectRules.offered(requestId)
    return { ...rest, rules: [...rules] }
  },
  'effect-rule.save': ({ requestId, ...wish }) => effectRules.save(requestId, wish, by),
  'effect-rule.list': () => effectRules.list(),
  'effect-rule.suggest': async ({ answer }) => {
    if (answer === undefined) {
      const suggested = await effectRules.suggestion()
      return suggested ? { suggested } : {}
    }
    const done = await effectRules.answerSuggestion(answer.key, answer.take)
    return done.kind === 'refused' ? { problem: done.problem } : {}
  },
  'effect-rule.suspend': ({ name, suspended }) => effectRules.suspend(name, suspended),
  'effect-rule.remove': ({ name }) => effectRules.remove(name),
})
