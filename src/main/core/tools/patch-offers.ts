import type { Offer } from '@shared/domain/approval'
import type { SandboxStatus } from '@shared/domain/doctor'
import { describeGrant } from '@shared/domain/grant'
import { describeSandboxPolicy, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { offerOutside } from '../asking/offers'
import { patchGrants } from '../patch/patch-grants'
import type { TouchedPath } from '../patch/touched-paths'

/** What the offers depend on. */
export interface PatchOffersQuestion {
  readonly beyond: readonly TouchedPath[]
  readonly sandboxPolicy: SandboxPolicy
  readonly sandbox: SandboxStatus
  readonly home: string
}

/**
 * The ways to say yes to a patch: inside the sandbox with exactly its missing paths, where there is a sandbox and the
 * paths are narrow enough, and always the separate one outside.
 */
export function patchOffers({ beyond, sandboxPolicy, sandbox, home }: PatchOffersQuestion): readonly Offer[] {
  const confined = sandboxPolicy.mode !== 'danger-full-access' && sandbox.kind === 'available'
  const grants = confined ? patchGrants(beyond, home) : undefined
  if (!grants) return [offerOutside()]
  const shown = grants.slice(0, 4).map(describeGrant).join(', ')
  const more = grants.length > 4 ? ` and ${grants.length - 4} more` : ''
  const plus = grants.length > 0 ? `, plus ${shown}${more}` : ''
  const description = `Only this: applies the patch once inside the sandbox (${describeSandboxPolicy(sandboxPolicy)})${plus}.`
  return [
    {
      id: 'only-this',
      kind: 'only-this',
      grants: [...grants],
      scopes: ['once', 'turn', 'session'],
      description,
    },
    offerOutside(),
  ]
}
