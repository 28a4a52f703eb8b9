import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { EmptyState } from '../../ui/empty-state'

/** Where the rail lists nothing: there is no session yet, or none that was looked for. */
export function RailEmpty({ of }: { of: 'sessions' | 'search' }): ReactNode {
  return <EmptyState picture={of} {...laterStrings.empty[of]} size="part" />
}
