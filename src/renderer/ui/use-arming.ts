import type { ApprovalRequest } from '@shared/domain/approval'
import type { RiskLevel } from '@shared/domain/assessment'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { isField } from '../lib/keyboard'
import { useWindow } from '../state/context'
import { armingAt, levelRises, somebodyJoins } from '../lib/arming'
import type { Arming } from '../lib/arming'

/** Whether a panel or dialog is armed. */
export interface PanelArming {
  /** For drawing. */
  readonly drawn: Arming
  /** For this very moment, for acting. */
  readonly look: () => Arming
  /** Begins to watch: whether nothing has come since that has to be seen before anything acts, but for what a rehearsal found. */
  readonly watch: () => () => boolean
}

const plain = { level: 'low', rehearsed: false } as const
const nobody: readonly ApprovalRequest[] = []

/**
 * Whether the panel in `panel` is armed: what was pressed for something that stood there before must not answer it.
 * A panel is new for this hook when its component is mounted; what is answered with it (`others`), and what its rehearsal found, has
 * to be seen as well.
 */
export function useArming(
  panel: RefObject<HTMLElement | null>,
  { level, rehearsed }: { readonly level: RiskLevel; readonly rehearsed: boolean } = plain,
  others: readonly ApprovalRequest[] = nobody,
): PanelArming {
  const { attention } = useWindow()
  const [shownAt] = useState(() => attention.now())
  const pressedEarly = useRef<number>(undefined)
  const raised = useRef<{ level: RiskLevel; at: number | undefined }>({ level, at: undefined })
  const reported = useRef<{ was: boolean; at: number | undefined }>({ was: rehearsed, at: undefined })
  const joined = useRef<ReadonlySet<string>>(new Set(others.map(({ id }) => id)))

  const look = useCallback((): Arming => {
    const input = attention.lastInput()
    const elsewhere = input !== undefined && panel.current?.contains(input.field) !== true
    const moments = {
      shownAt,
      raisedAt: raised.current.at,
      reportedAt: reported.current.at,
      pressedEarlyAt: pressedEarly.current,
      focusedAt: attention.focusedAt(),
      typedElsewhereAt: elsewhere ? input.at : undefined,
    }
    return armingAt(moments, attention.now())
  }, [attention, panel, shownAt])

  const [arming, setArming] = useState<Arming>({ clicks: false, keys: false, changesIn: 0 })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const renew = (): void => {
      clearTimeout(timer)
      const next = look()
      setArming((before) => (before.clicks === next.clicks && before.keys === next.keys ? before : next))
      if (next.changesIn !== undefined) timer = setTimeout(renew, Math.ceil(next.changesIn))
    }
    if (levelRises(raised.current.level, level)) raised.current.at = attention.now()
    raised.current.level = level
    if (rehearsed && !reported.current.was) reported.current.at = attention.now()
    reported.current.was = rehearsed
    if (somebodyJoins(joined.current, others)) raised.current.at = attention.now()
    joined.current = new Set(others.map(({ id }) => id))
    const onPress = (event: Event): void => {
      if (!isPressOn(event, panel.current) || look().clicks) return
      pressedEarly.current = attention.now()
      renew()
    }
    for (const type of presses) window.addEventListener(type, onPress, true)
    renew()
    const unsubscribe = attention.subscribe(renew)
    return () => {
      clearTimeout(timer)
      for (const type of presses) window.removeEventListener(type, onPress, true)
      unsubscribe()
    }
  }, [attention, level, look, others, panel, rehearsed])
  const watch = useCallback(() => {
    const { at } = raised.current
    return () => raised.current.at === at
  }, [])
  return { drawn: arming, look, watch }
}

const presses = ['pointerdown', 'keydown'] as const

/** A press of the pointer on the panel, or a key that is not typed into a field. */
function isPressOn(event: Event, panel: HTMLElement | null): boolean {
  const { target } = event
  if (!(target instanceof HTMLElement)) return false
  return event.type === 'pointerdown' ? panel?.contains(target) === true : !isField(target)
}
