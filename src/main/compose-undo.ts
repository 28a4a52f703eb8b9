import type { UndoSettings } from '@shared/domain/settings'
import { createCheckpoints } from './adapters/checkpoint-store/create-checkpoints'
import { createPreimages } from './adapters/preimages/create-preimages'
import { systemIds } from './adapters/system/clock'
import type { TurnCheckpoints } from './core/checkpoints/turn-checkpoints'
import { rewindsOnRecord } from './core/checkpoints/rewinds-on-record'
import type { Clock } from './core/ports'
import type { Preimages } from './core/preimages/preimages'
import type { SessionStore } from './core/session-store'

/** What is kept for undo where the configuration says nothing. */
const [mostMb, mostDays] = [1024, 30]

type Checkpointing = Parameters<typeof createCheckpoints>[1]

/** What else keeping takes. `settings` are read each time they matter. */
export interface UndoParts extends Omit<Checkpointing, 'budget' | 'clock' | 'isOnRecord'> {
  readonly store: Pick<SessionStore, 'load' | 'claim' | 'release'>
  readonly clock: Clock
  readonly cleared: Promise<void>
  readonly settings: { config(): { readonly undo?: UndoSettings | undefined } }
}

/** Keeps folders at each turn, and what runs write over outside of them (decisions 127, 130). */
export function composeUndo(
  home: string,
  { clock, cleared, settings, store, ...parts }: UndoParts,
): { readonly checkpoints: TurnCheckpoints; readonly preimages: Preimages } {
  const budget = () => {
    const { max_mb: mb = mostMb, max_days: days = mostDays } = settings.config().undo ?? {}
    return { bytes: mb * 1024 * 1024, ageMs: days * 86_400_000 }
  }
  const kept = { home, budget, ids: systemIds, log: parts.log, now: () => clock.now() }
  const checkpoints = createCheckpoints(home, { ...parts, clock, budget, isOnRecord: rewindsOnRecord(store) })
  void cleared.then(() => checkpoints.mendLeft())
  return {
    checkpoints,
    preimages: createPreimages(kept, cleared),
  }
}
