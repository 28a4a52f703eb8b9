import { z } from 'zod'
import {
  longestPath,
  mostChosen,
  type FleetApplied,
  type FleetBranch,
  type FleetChanges,
} from '../domain/fleet-changes'
import { SandboxHost } from '../domain/fleet-work'
import { ofEngine } from './effect-rule-contract'

const OfSandbox = z.strictObject({ host: SandboxHost })
const Path = z.string().min(1).max(longestPath)

/**
 * How a window brings the work of a sandbox of a fleet to this machine. Only the engine whose window it is answers, as with hosts: no sandbox is asked any
 * of it, and whoever is attached from elsewhere is refused.
 */
export const fleetContract = {
  'fleet.changes': { request: OfSandbox, response: ofEngine<FleetChanges>() },
  /** Puts these files of a look in place in a folder here: all of them or none. */
  'fleet.apply': {
    request: OfSandbox.extend({
      changes: z.string().min(1).max(100),
      folder: Path,
      files: z.array(Path).min(1).max(mostChosen),
    }),
    response: ofEngine<FleetApplied>(),
  },
  /** Makes the branch `countersign/NAME` in the repository that a folder here is in. */
  'fleet.branch': {
    request: OfSandbox.extend({ repository: Path, name: z.string().min(1).max(100) }),
    response: ofEngine<FleetBranch>(),
  },
} as const
