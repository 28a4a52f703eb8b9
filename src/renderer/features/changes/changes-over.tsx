import type { ReactNode } from 'react'
import { onDemand } from '../../lib/on-demand'
import { useAppState } from '../../state/context'

const view = onDemand(async () => (await import('./changes-view')).ChangesView)

/** Loads it ahead of the first look. */
export const loadChanges = (): void => {
  view.load()
}

/** The changes that are looked at over the window, if any are. */
export function ChangesOver(): ReactNode {
  const changes = useAppState((state) => state.changes)
  if (changes === undefined) return undefined
  return <view.Component changes={changes} />
}
