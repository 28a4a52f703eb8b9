import type { RunNetwork } from '../../core/network/run-network'
import type { Launch } from './prewarmed-sandbox'
import type { MountPlan } from './mount-plan'
import type { ListenForEnd } from './limits/limit-watch'
import type { Observation } from './observer'
import type { StartResult } from './run-result'

/** How a run went, and which limits it met, in words. */
export interface Started {
  readonly result: StartResult
  readonly limited: readonly string[]
}

/** How one run is under way; `start` is called once. */
export interface Underway {
  readonly mountPlan: MountPlan
  readonly observation: Observation | undefined
  readonly start: (network: RunNetwork | undefined, listen: ListenForEnd) => Promise<Started>
}

/** What one is started with. */
export interface StartParts extends Omit<Underway, 'start'> {
  readonly network: RunNetwork | undefined
  readonly listen: ListenForEnd
  /** How it gets into the sandbox that is held for it. Absent: its own is made. */
  readonly held?: Launch
}
