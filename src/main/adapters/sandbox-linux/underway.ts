import type { RunNetwork } from '../../core/network/run-network'
import type { LaidRun } from './laid-run'
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
  readonly laid: LaidRun
  readonly observation: Observation | undefined
  /** Ends what waits for the command; it is called instead of `start`. Absent: nothing waits. */
  readonly cancel?: () => void
  readonly start: (network: RunNetwork | undefined, listen: ListenForEnd) => Promise<Started>
}

/** What one is started with. */
export interface StartParts extends Omit<Underway, 'start' | 'cancel'> {
  readonly network: RunNetwork | undefined
  readonly listen: ListenForEnd
}
