import type { RunSpec } from '../../core/ports'
import type { Layout } from './bwrap-args'
import { grantMounts, type GrantMounts } from './grant-mounts'
import type { Mask } from './mask'
import type { Pins } from './pins'
import type { Placeholders } from './placeholders'
import { isUnder } from './writable-roots'
import { planRun, type PlanParts, type RunPlan } from './run-plan'

/** One run with everything in place that its mounts need. */
export interface LaidRun {
  readonly spec: RunSpec
  readonly plan: RunPlan
  readonly grants: GrantMounts
  readonly layout: Layout
  /** Takes away what was put in place; call it once, when the run is over. */
  clear(): void
}

/** What runs are laid out with; placeholders and pins are shared by all runs of one engine. */
export interface LayingParts extends PlanParts {
  readonly placeholders: Placeholders
  readonly pins: Pins
}

/** A run's plan with its grants as mounts; nothing is put in place yet. */
export interface PlannedRun {
  readonly plan: RunPlan
  readonly grants: GrantMounts
}

/** Settles what a run may touch, or says why it must not start. Changes nothing. */
export async function planWithGrants(
  spec: RunSpec,
  parts: PlanParts,
): Promise<PlannedRun | { readonly problem: string }> {
  const plan = await planRun(spec, parts)
  if ('problem' in plan) return plan
  const grants = grantMounts(plan.grants)
  return 'problem' in grants ? grants : { plan, grants }
}

/**
 * The layout of a plan with these masks for its protection. What is granted and can be written to as it is gets no mount:
 * programs that replace it by another, as git does with its configuration, or remove it would be stopped by one.
 */
export function layoutOf({ plan, grants }: PlannedRun, protection: readonly Mask[]): Layout {
  const places = [...plan.places.roots, ...plan.places.temporary]
  const masks = [...grants.masks, ...protection, ...plan.closed]
  const isOpen = (path: string, roots: readonly string[]): boolean =>
    roots.some((root) => isUnder(path, root)) &&
    !masks.some((mask) => mask.kind !== 'pinned' && isUnder(path, mask.path))
  const writable = [...places, ...grants.folders.filter((path) => !isOpen(path, places))]
  return { writable, masks, files: grants.files.filter((path) => !isOpen(path, writable)) }
}

/** Puts in place what a planned run needs, or says why that is impossible; nothing stands then (fails closed). */
export function layRun(
  spec: RunSpec,
  planned: PlannedRun,
  { placeholders, pins }: LayingParts,
): LaidRun | { readonly problem: string } {
  const { plan, grants } = planned
  let release: () => void
  try {
    release = placeholders.hold(
      [...plan.protection.missing, ...grants.missing],
      plan.protection.masks.map((mask) => mask.path),
    )
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: `what the sandbox protects cannot be put in place: ${reason}` }
  }
  const laid = pins.begin(plan.protection.masks, plan.places.roots)
  return {
    spec,
    plan,
    grants,
    layout: layoutOf(planned, laid.masks),
    clear() {
      laid.end()
      release()
    },
  }
}
