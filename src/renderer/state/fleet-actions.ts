import type { FleetApplied, FleetBranch, FleetChanges } from '@shared/domain/fleet-changes'
import type { RequestOf } from '@shared/ipc/contract'
import type { SessionActionParts } from './session-actions'

/** Bringing the work of a fleet's sandbox to this machine. All reject with the engine's fault, which their caller shows. */
export interface FleetActions {
  lookAtSandbox(host: string): Promise<FleetChanges>
  putInPlace(wish: RequestOf<'fleet.apply'>): Promise<FleetApplied>
  makeBranch(wish: RequestOf<'fleet.branch'>): Promise<FleetBranch>
  /** Takes back what the turn of that session put in place; undefined where a person has to look at it first, since some of it was changed meanwhile or cannot be taken back. */
  takeBack(sessionId: string): Promise<number | undefined>
}

/** Makes them over one bridge. */
export const createFleetActions = ({ bridge }: Pick<SessionActionParts, 'bridge'>): FleetActions => ({
  lookAtSandbox: (host) => bridge.request('fleet.changes', { host }),
  putInPlace: (wish) => bridge.request('fleet.apply', wish),
  makeBranch: (wish) => bridge.request('fleet.branch', wish),
  async takeBack(sessionId) {
    const way = 'undo'
    const look = await bridge.request('restore.look', { sessionId, way })
    if (look.kind !== 'ready' || look.turnNumber === undefined) return undefined
    if (look.since.length > 0 || look.tooLarge.length > 0) return undefined
    const wish = { way, turnNumber: look.turnNumber, sinceToo: false } as const
    const { files, left } = await bridge.request('restore.do', { sessionId, ...wish })
    return left.length > 0 ? undefined : files
  },
})
