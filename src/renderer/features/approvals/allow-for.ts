import type { ApprovalRequest, Offer } from '@shared/domain/approval'
import { opensFiles } from '@shared/domain/sandbox-policy'
import type { GrantScope } from '@shared/domain/stored-grant'
import { laterStrings } from '../../lib/later-strings'
import type { AllowKind } from './allow-button'

/** How long a yes can hold beyond its run, narrowest first. */
export const longerScopes = ['turn', 'session', 'rule'] as const satisfies readonly GrantScope[]

/** A scope beyond one run. */
export type LongerScope = (typeof longerScopes)[number]

/** What can be chosen beyond one run: `effects` is a rule of what the rehearsal showed. */
export type ForScope = LongerScope | 'effects'

/** What is chosen in the drawer. */
export interface AllowForChoice {
  readonly kind: AllowKind
  readonly scope: ForScope
}

/** Whether a rule can be made of a request's rehearsal, as far as it can be seen here; the engine says which. */
export function offersEffects({ kind, stage, desk, edited, remoteRun, rehearsal }: ApprovalRequest): boolean {
  if ((kind ?? 'command') !== 'command' || stage === 'network' || desk || edited || remoteRun) return false
  if (rehearsal?.state !== 'found') return false
  const { status, limits, moreLimits, attempts, applies } = rehearsal.found
  return (
    status === 'done' && limits.length + moreLimits + attempts.length === 0 && applies?.kind === 'possible'
  )
}

/** The request's offer of a kind; undefined when it has none. */
export function offerOf(request: ApprovalRequest, kind: AllowKind): Offer | undefined {
  return request.offers.find((offer) => offer.kind === kind)
}

/** The kinds that can be given for longer than one run, the narrower first; empty when nothing can. */
export function lastingKinds(request: ApprovalRequest): readonly AllowKind[] {
  return (['only-this', 'outside'] as const).filter((kind) => {
    const scopes = offerOf(request, kind)?.scopes ?? []
    return longerScopes.some((scope) => scopes.includes(scope))
  })
}

/**
 * The choice that stands for what was picked: what is not offered falls back to the narrowest that is. Undefined when
 * nothing can be given for longer than one run.
 */
export function settleChoice(
  request: ApprovalRequest,
  picked: { readonly kind: AllowKind | undefined; readonly scope: ForScope | undefined },
): AllowForChoice | undefined {
  const kinds = lastingKinds(request)
  const kind = kinds.find((each) => each === picked.kind) ?? kinds[0]
  const effects = offersEffects(request)
  if (effects && (picked.scope === 'effects' || kind === undefined))
    return { kind: kind ?? 'only-this', scope: 'effects' }
  if (kind === undefined) return undefined
  const offered = longerScopes.filter((scope) => offerOf(request, kind)?.scopes.includes(scope))
  const scope = offered.find((each) => each === picked.scope) ?? offered[0]
  return scope === undefined ? undefined : { kind, scope }
}

/** Why a scope cannot be chosen for a kind, in words; undefined when it can. */
export function scopeOff(request: ApprovalRequest, kind: AllowKind, scope: ForScope): string | undefined {
  if (scope === 'effects') return offersEffects(request) ? undefined : laterStrings.effectRules.off
  if (offerOf(request, kind)?.scopes.includes(scope) === true) return undefined
  const words = laterStrings.allowFor.off
  if (scope === 'rule' && kind === 'outside') return words.outsideRule
  return scope === 'rule' && request.kind === 'patch' ? words.patchRule : words.other
}

/**
 * What holds a run under a kept yes in, in words: for an agent of another maker nothing of ours does, and a policy without a sandbox
 * is none.
 */
export function containmentInWords(
  { desk, tool, sandboxPolicy }: Pick<ApprovalRequest, 'desk' | 'tool' | 'sandboxPolicy'>,
  kind: AllowKind,
): string {
  const words = laterStrings.allowFor
  if (desk) return words.agentsOwn
  if (tool) return words.serverUnchecked
  if (kind === 'outside' || sandboxPolicy.mode === 'danger-full-access') return words.noSandbox
  return opensFiles(sandboxPolicy) ? words.filesOpen : words.sandboxStays
}
