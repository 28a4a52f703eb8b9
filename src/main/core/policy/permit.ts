import type { Grant } from '@shared/domain/grant'

/**
 * Every way a command may come to run. A closed list on purpose: a new way must be added here, where a test
 * enumerates them.
 */
export type AllowedBecause =
  | 'policy-sandboxed' // the approval policy lets it run in the sandbox without asking
  | 'policy-full-access' // the person chose danger-full-access, and the approval policy does not ask
  | 'policy-container' // the sandbox cannot be made, and a host entry makes the container the boundary
  | 'person-first' // a person allowed the first run, inside the sandbox
  | 'person-widened' // a person allowed a run in the sandbox with grants added
  | 'person-unsandboxed' // a person allowed a run without the sandbox
  | 'grant-sandboxed' // a grant given earlier to this command lets it run in the sandbox, with what it added
  | 'grant-unsandboxed' // a grant given earlier to this command lets it run without the sandbox

declare const proof: unique symbol

/** The proof that one command may run, and how. Runners demand one; only `allow` makes one. */
export interface Permit {
  readonly [proof]: true
  readonly because: AllowedBecause
  readonly confinement: 'sandbox' | 'none'
  readonly grants: readonly Grant[]
}

const unsandboxed: ReadonlySet<AllowedBecause> = new Set([
  'policy-full-access',
  'policy-container',
  'person-unsandboxed',
  'grant-unsandboxed',
])

/**
 * The one function that produces an allow. The confinement follows from the reason, so that no caller can ask for an
 * unsandboxed run under a sandboxed reason.
 */
export function allow(because: AllowedBecause, grants: readonly Grant[] = []): Permit {
  return { because, confinement: unsandboxed.has(because) ? 'none' : 'sandbox', grants } as unknown as Permit
}
