import type { EffectRuleList } from '@shared/domain/offered-rule'
import type { RequestOf, ResponseOf } from '@shared/ipc/contract'
import { askedIn } from './approval-order'
import { without } from './app-state'
import type { SessionActionParts } from './session-actions'

/** What a person can do about effect rules. All reject with the engine's fault, which their caller shows. */
export interface EffectRuleActions {
  /** The rules that a waiting request can become. */
  offerRules(requestId: string): Promise<ResponseOf<'effect-rule.offer'>>
  /** Saves one and puts in place what was rehearsed; resolves with the reason where nothing was saved. */
  saveRule(wish: RequestOf<'effect-rule.save'>): Promise<string | undefined>
  listRules(): Promise<EffectRuleList>
  /** Today's suggestion; with an answer what went wrong with that. */
  suggestRule(answer?: {
    readonly key: string
    readonly take: boolean
  }): Promise<ResponseOf<'effect-rule.suggest'>>
  /** Has a rule ask again, or count again; resolves with the reason where that was not done. */
  suspendRule(name: string, suspended: boolean): Promise<string | undefined>
  /** Resolves with the reason where it was not taken out. */
  removeRule(name: string): Promise<string | undefined>
}

const problemOf = (done: ResponseOf<'effect-rule.remove'>): string | undefined =>
  done.kind === 'refused' ? done.problem : undefined

/** Makes them over one store. */
export function createEffectRuleActions({
  bridge,
  store,
}: Pick<SessionActionParts, 'bridge' | 'store'>): EffectRuleActions {
  return {
    offerRules: (requestId) => bridge.request('effect-rule.offer', { requestId }),
    async saveRule(wish) {
      const request = store.getState().approvals[wish.requestId]
      const done = await bridge.request('effect-rule.save', wish)
      if (done.kind === 'refused') return done.problem
      if (!request) return undefined
      const decision = { kind: 'apply', rehearsal: wish.rehearsal } as const
      store.setState(({ approvals, closed }) => ({
        approvals: without(approvals, request.id),
        closed: {
          ...closed,
          [askedIn(request)]: { request: { ...request, state: 'answered', decision }, reply: undefined },
        },
      }))
      return undefined
    },
    listRules: () => bridge.request('effect-rule.list', {}),
    suggestRule: (answer) => bridge.request('effect-rule.suggest', { ...(answer && { answer }) }),
    suspendRule: (name, suspended) =>
      bridge.request('effect-rule.suspend', { name, suspended }).then(problemOf),
    removeRule: (name) => bridge.request('effect-rule.remove', { name }).then(problemOf),
  }
}
