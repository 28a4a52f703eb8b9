import { dirname } from 'node:path'
import type { PlannedRun } from './laid-run'
import { isUnder } from './writable-roots'

/**
 * Whether a command that runs under this plan can move nothing that the plan mounts: each of its places, what is writable
 * included, lies directly in a writable place, in a pinned folder, or where nothing can be written. A folder in between
 * could be renamed with the mount in it, and something else be put there at the moment in which another sandbox is made.
 */
export function isSteady({ plan: { places, protection, closed }, grants }: PlannedRun): boolean {
  const writable = [...places.roots, ...places.temporary, ...grants.folders]
  const pinned = protection.masks.flatMap(({ kind, path }) => (kind === 'pinned' ? [path] : []))
  const holds = new Set([...writable, ...pinned])
  const mounted = [...protection.masks, ...closed].map(({ path }) => path)
  return [...writable, ...mounted].every((path) => {
    const around = dirname(path)
    return holds.has(around) || !writable.some((root) => isUnder(around, root))
  })
}
