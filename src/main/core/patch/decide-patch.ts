import type { StopReason, StopWhy } from '@shared/domain/approval'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { SandboxStatus } from '@shared/domain/doctor'
import { inContainerAlone, opensFiles, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import { isWithin } from '../shell/paths'
import type { TouchedPath } from './patch-grants'
import { foldPath } from './resolve-path'

/** Everything the decision depends on. `writableRoots` are real; `protectedPaths` as `protectedEntryOf` takes them. */
export interface PatchQuestion {
  readonly changes: readonly TouchedPath[]
  readonly approvalPolicy: ApprovalPolicy
  readonly sandboxPolicy: SandboxPolicy
  readonly writableRoots: readonly string[]
  readonly protectedPaths: readonly string[]
  readonly sandbox: SandboxStatus
}

/**
 * What happens to a verified patch. `auto-approve` runs in the sandbox, or without one where the person chose full
 * access or the container is the boundary (decision 205). `beyond` lists what lies outside the writable roots or under a protected path.
 */
export type PatchDecision =
  | { readonly kind: 'auto-approve'; readonly confinement: 'sandbox' | 'container' | 'none' }
  | {
      readonly kind: 'ask'
      readonly boundary: StopReason['boundary']
      readonly why: StopWhy
      readonly beyond: readonly TouchedPath[]
    }
  | { readonly kind: 'reject'; readonly reason: string }

/** What of a patch the sandbox would stop: outside every writable root, or protected within one. */
export function pathsBeyond<Path extends Pick<TouchedPath, 'path' | 'place'>>(
  question: Pick<PatchQuestion, 'writableRoots' | 'protectedPaths'> & { readonly changes: readonly Path[] },
): {
  readonly outside: readonly Path[]
  readonly guarded: readonly Path[]
} {
  const { changes, writableRoots, protectedPaths } = question
  const isGuarded = ({ path, place }: Path): boolean =>
    [path, place].some((each) => protectedEntryOf(each, protectedPaths, writableRoots) !== undefined)
  const isInside = ({ place }: Path): boolean => writableRoots.some((root) => isWithin(place, root))
  return {
    guarded: changes.filter(isGuarded),
    outside: changes.filter((change) => !isGuarded(change) && !isInside(change)),
  }
}

/** The part of a path below the innermost root that holds it; undefined when none does. */
function belowRoot(path: string, roots: readonly string[]): string | undefined {
  const root = roots
    .filter((each) => isWithin(path, each))
    .sort((one, other) => other.length - one.length)
    .at(0)
  return root === undefined ? undefined : path.slice(root.length)
}

/**
 * The first protected entry that `path` falls under, or undefined. An absolute entry covers itself and what is below; a
 * relative one (`.git/hooks`) covers that run of names at any depth below a writable root, so that nested repositories
 * count and nothing needs to exist yet. Case and Unicode composition are folded, as some file systems do.
 */
export function protectedEntryOf(
  path: string,
  entries: readonly string[],
  roots: readonly string[],
): string | undefined {
  const whole = foldPath(path)
  const below = belowRoot(path, roots)
  const names = below === undefined ? '' : `${foldPath(`/${below}`)}/`
  return entries.find((entry) => {
    const folded = foldPath(entry)
    return folded.startsWith('/') ? isWithin(whole, folded) : names.includes(`/${folded}/`)
  })
}

function listPlaces(touched: readonly TouchedPath[]): string {
  const shown = touched
    .slice(0, 3)
    .map(({ path, place }) => (path === place ? place : `${path} (really ${place})`))
  const more = touched.length > 3 ? ` and ${touched.length - 3} more` : ''
  return `${shown.join(', ')}${more}`
}

/** A path as the patch names it, and where it really is. */
const asked = ({ path, place }: TouchedPath) => (path === place ? { path } : { path, place })

/**
 * The safety decision of docs/spec/tools.md, in its documented order, with these differences: a protected path is asked
 * about even under on-failure, and under `never` a missing sandbox refuses instead of asking nobody. Fails closed:
 * `auto-approve` is only reached with a working sandbox, or where every file is open.
 */
export function decidePatch(question: PatchQuestion): PatchDecision {
  const { changes, approvalPolicy, sandboxPolicy, sandbox } = question
  if (changes.length === 0) return { kind: 'reject', reason: 'empty patch' }
  const { outside, guarded } = pathsBeyond(question)
  const beyond = [...guarded, ...outside]
  if (approvalPolicy === 'untrusted') {
    return { kind: 'ask', boundary: 'approval-policy', why: { kind: 'every-patch' }, beyond }
  }
  if (opensFiles(sandboxPolicy)) return { kind: 'auto-approve', confinement: 'none' }
  const free = guarded.length === 0 && (outside.length === 0 || approvalPolicy === 'on-failure')
  if (free && sandbox.kind === 'available') return { kind: 'auto-approve', confinement: 'sandbox' }
  // Nothing stops one that goes elsewhere: under on-failure nothing would fail.
  if (beyond.length === 0 && inContainerAlone(sandbox))
    return { kind: 'auto-approve', confinement: 'container' }
  if (approvalPolicy === 'never') {
    const why = free
      ? `no working sandbox (${sandbox.kind === 'unavailable' ? sandbox.reason : 'unknown'})`
      : outside.length > 0
        ? 'writing outside of the project'
        : `writing to a protected path (${listPlaces(guarded)})`
    return { kind: 'reject', reason: `${why}; rejected by user approval settings` }
  }
  if (sandbox.kind === 'unavailable') {
    const why = { kind: 'no-sandbox', of: 'patch', reason: sandbox.reason } as const
    return { kind: 'ask', boundary: 'missing-sandbox', why, beyond }
  }
  const why = { kind: 'patch', guarded: guarded.map(asked), outside: outside.map(asked) } as const
  return { kind: 'ask', boundary: 'sandbox', why, beyond }
}
