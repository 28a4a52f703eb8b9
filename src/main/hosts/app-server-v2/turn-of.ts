import type { Fault } from '@shared/domain/fault'
import type { ThreadItem } from './protocol/items'
import type { TurnError, WireTurn } from './protocol/wire-threads'

/** A turn as far as it has come; times in milliseconds. */
export interface TurnSoFar {
  readonly id: string
  readonly startedAt?: number
  readonly completedAt?: number
  readonly outcome?: 'completed' | 'interrupted' | 'failed'
  readonly fault?: Fault | undefined
}

const seconds = (ms: number | undefined): number | null => (ms === undefined ? null : Math.floor(ms / 1000))

/** What went wrong, and what helps. */
export const turnError = ({ message, remedy }: Fault): TurnError => ({
  message,
  codexErrorInfo: null,
  additionalDetails: remedy ?? null,
  misalignment: null,
})

/** A turn in this protocol's words; `items` are all of them, some, or none, as the view says. */
export function turnOf(
  { id, startedAt, completedAt, outcome, fault }: TurnSoFar,
  itemsView: WireTurn['itemsView'],
  items: readonly ThreadItem[] = [],
): WireTurn {
  const failed = outcome === 'failed'
  return {
    id,
    rootTurnId: id,
    items: [...items],
    itemsView,
    status: outcome ?? 'inProgress',
    error: failed ? turnError(fault ?? { code: 'internal', message: 'The turn failed.' }) : null,
    startedAt: seconds(startedAt),
    completedAt: seconds(completedAt),
    durationMs: startedAt === undefined || completedAt === undefined ? null : completedAt - startedAt,
  }
}
