import type { Facts } from '@shared/domain/facts'
import { useState } from 'react'

/** Which of the texts that would run are unfolded. */
export interface OpenLooks {
  readonly isOpen: (index: number) => boolean
  readonly set: (index: number, open: boolean) => void
}

/** At first only the first text with a line that decides the level is open. */
export function useOpenLooks(facts: Facts | undefined): OpenLooks {
  const [chosen, setChosen] = useState<Readonly<Record<number, boolean>>>({})
  const first = facts?.lookThrough.findIndex(({ lines }) => lines.some(({ marked }) => marked))
  return {
    isOpen: (index) => chosen[index] ?? index === first,
    set: (index, open) => {
      setChosen((before) => ({ ...before, [index]: open }))
    },
  }
}
