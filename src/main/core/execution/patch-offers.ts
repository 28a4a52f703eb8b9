import type { Offer } from '@shared/domain/approval'
import type { SandboxStatus } from '@shared/domain/doctor'
import { opensFiles, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { offerOutside } from '../commands/offers'
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
  const confined = !opensFiles(sandboxPolicy) && sandbox.kind === 'available'
  const grants = confined ? patchGrants(beyond, home) : undefined
  if (!grants) return [offerOutside()]
  return [
    {
      id: 'only-this',
      kind: 'only-this',
      grants: [...grants],
      scopes: ['once', 'turn', 'session'],
      means: { kind: 'apply' },
    },
    offerOutside(),
  ]
}
