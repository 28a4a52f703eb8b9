import { dirname } from 'node:path'
import type { PlannedRun } from './mount-plan'
import { isUnder } from './writable-roots'

const writableIn = ({ plan: { places }, grants }: PlannedRun): readonly string[] => [
  ...places.roots,
  ...places.temporary,
  ...grants.folders,
]

/** Everything that is mounted for a run, by where. */
const mountedIn = (planned: PlannedRun): readonly string[] => [
  ...writableIn(planned),
  ...[...planned.plan.protection.masks, ...planned.plan.closed].map(({ path }) => path),
]

/**
 * Whether a command that runs under this plan can move nothing that the plan mounts: each of its places, what is writable
 * included, lies directly in a writable place, in a pinned folder, or where nothing can be written. A folder in between
 * could be renamed with the mount in it, and something else be put there at the moment in which another sandbox is made.
 */
export function isSteady(planned: PlannedRun): boolean {
  const { protection } = planned.plan
  const writable = writableIn(planned)
  const pinned = protection.masks.flatMap(({ kind, path }) => (kind === 'pinned' ? [path] : []))
  const holds = new Set([...writable, ...pinned])
  return mountedIn(planned).every((path) => {
    const around = dirname(path)
    return holds.has(around) || !writable.some((root) => isUnder(around, root))
  })
}

/** Whether a command that runs under one plan could move something around what another one mounts, whatever is pinned for it. */
export function couldMove(running: PlannedRun, planned: PlannedRun): boolean {
  const writable = writableIn(running)
  return mountedIn(planned).some((path) => writable.some((root) => isUnder(dirname(path), root)))
}
