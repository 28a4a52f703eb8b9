import { opensNetwork } from '@shared/domain/sandbox-policy'
import type { RunSpec } from '../../../core/ports/sandbox'
import type { Layout } from './bwrap-args'
import { keptVariable } from './kept-missing'
import { socketsVariable } from '../network/unix-sockets'
import { grantMounts, type GrantMounts } from './grant-mounts'
import type { Made } from './journal'
import { isMasked, type Mask } from './mask'
import { meantMounts } from './meant-mounts'
import type { Pins } from './pins'
import type { Placeholders } from './placeholders'
import type { JoinedNetwork, SessionNetworks } from '../network/session-networks'
import { isUnder } from '../writable-roots'
import { planRun, type PlanParts, type RunPlan } from '../run/run-plan'

/** One run with everything in place that its mounts need. */
export interface MountPlan {
  readonly spec: RunSpec
  readonly plan: RunPlan
  readonly grants: GrantMounts
  readonly layout: Layout
  /** Its session's network; undefined: one of its own, or the machine's. */
  readonly joined: JoinedNetwork | undefined
  /** It is rehearsed: a program and its arguments that the launcher stands behind. Absent: it is run for real. */
  readonly view?: readonly string[]
  /** Takes away what was put in place; call it once, when the run is over. */
  clear(): void
}

/** What runs are laid out with; placeholders and pins are shared by all runs of one engine. */
export interface MountPlanParts extends PlanParts {
  readonly placeholders: Placeholders
  readonly pins: Pins
  /** Undefined: no runs share a network. */
  readonly networks: SessionNetworks | undefined
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
  const grants = grantMounts(plan.grants, [...plan.places.roots, ...plan.places.temporary])
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
    !masks.some((mask) => mask.kind !== 'pinned' && isMasked(path, mask))
  const writable = [...places, ...grants.folders.filter((path) => !isOpen(path, places))]
  return { writable, masks, files: grants.files.filter((path) => !isOpen(path, writable)) }
}

/**
 * Puts in place what a planned run needs, or says why that is impossible; nothing stands then, and it has left its network
 * (fails closed).
 */
export function prepareRun(
  { spec, joined }: Pick<MountPlan, 'spec' | 'joined'>,
  planned: PlannedRun | { readonly problem: string },
  { placeholders, pins }: MountPlanParts,
): MountPlan | { readonly problem: string } {
  if ('problem' in planned) {
    joined?.release()
    return planned
  }
  const { plan, grants } = planned
  const { files } = layoutOf(planned, plan.protection.masks)
  let release: () => void
  try {
    release = placeholders.hold(
      // What can be written to as it is gets no mount.
      [...plan.protection.missing, ...grants.missing.filter(({ path }) => files.includes(path))],
      plan.protection.masks.map((mask) => mask.path),
    )
  } catch (error) {
    joined?.release()
    const reason = error instanceof Error ? error.message : String(error)
    return { problem: `what the sandbox protects cannot be put in place: ${reason}` }
  }
  const pinned = pins.begin(plan.protection.masks, plan.places.roots)
  const layout = layoutOf(planned, pinned.masks)
  return {
    spec,
    plan,
    grants,
    layout: { ...layout, meant: meantMounts(layout) },
    joined,
    clear() {
      joined?.release()
      pinned.end()
      release()
    },
  }
}

/** What a rehearsal adds to a run. */
export interface RehearsalView {
  /** Told, before the run is over, where what it started still ran when it had ended itself. */
  readonly left: () => void
  /** Folders beyond the policy that may be written to in the view; stores in them stay closed. */
  readonly beyond: readonly string[]
  /**
   * The program with its arguments that makes the view of a layout, and in it what the layout needs and is missing. `links` are those
   * that are put back after a run.
   */
  readonly words: (layout: Layout, missing: readonly Made[], links: readonly string[]) => readonly string[]
}

/**
 * Lays a run on a view: nothing is put in place in the real world, and all that may be written to is in the view. Says why that
 * is impossible; nothing stands then.
 */
export async function prepareOnView(
  spec: RunSpec,
  parts: MountPlanParts,
  view: RehearsalView,
): Promise<MountPlan | { readonly problem: string }> {
  const planned = await planWithGrants(spec, parts)
  if ('problem' in planned) return planned
  const { plan, grants } = planned
  const pinned = parts.pins.begin(plan.protection.masks, plan.places.roots)
  const own = layoutOf(planned, pinned.masks)
  // Nothing can be opened in what is closed.
  const beyond = view.beyond.filter(
    (path) => !own.masks.some((mask) => mask.kind !== 'pinned' && isMasked(path, mask)),
  )
  const layout = { ...own, writable: [...new Set([...own.writable, ...beyond])] }
  try {
    const links = [...plan.protection.links, ...grants.links].map(({ path }) => path)
    const words = view.words(layout, [...plan.protection.missing, ...grants.missing], links)
    return { spec, plan, grants, layout, joined: undefined, view: words, clear: pinned.end }
  } catch (error) {
    pinned.end()
    throw error
  }
}

/** Plans a run in its session's network and puts in place what it needs, or says why that is impossible. */
export async function prepareOwn(
  spec: RunSpec,
  parts: MountPlanParts,
): Promise<MountPlan | { readonly problem: string }> {
  const joined = await parts.networks?.join(spec)
  let planned: PlannedRun | { readonly problem: string }
  try {
    planned = await planWithGrants(spec, parts)
  } catch (error) {
    // A part that is never given back would keep the network after its session.
    joined?.release()
    throw error
  }
  return prepareRun({ spec, joined }, planned, parts)
}

/** What the observing program is told of a run, as variables; `standsIn` as in PlanParts. */
export const observerEnv = (
  { spec, plan }: Pick<MountPlan, 'spec' | 'plan'>,
  { standsIn }: Pick<PlanParts, 'standsIn'>,
): Readonly<Record<string, string>> => ({
  ...(standsIn && { ...socketsVariable(spec), ...keptVariable([...plan.kept, ...plan.taken]) }),
  ...(spec.putsBack && { COUNTERSIGN_OBSERVER_MODES: 'any' }),
})

/** How the launcher is started for a run, with what it is told of the network: in the session's, or by itself. */
export function launchOf(
  { spec, joined, view }: Pick<MountPlan, 'spec' | 'joined' | 'view'>,
  launcher: string,
): {
  readonly network: 'own' | 'inherited'
  readonly words: (args: readonly string[]) => { readonly file: string; readonly args: readonly string[] }
} {
  const all = [...(view ?? joined?.words ?? []), launcher]
  const [file, before] = [all[0] ?? launcher, all.slice(1)]
  return {
    network: joined || opensNetwork(spec.policy) ? 'inherited' : 'own',
    words: (args) => ({ file, args: [...before, ...args] }),
  }
}
