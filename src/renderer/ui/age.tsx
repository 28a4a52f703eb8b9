import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { isoTime } from '@shared/domain/iso-time'
import { formatAge, formatAgo } from '../lib/time'

/** One clock for all who ask: each is drawn again only when what it says is another. */
function ticker(everyMs: number): (tick: () => void) => () => void {
  const ticks = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  return (tick) => {
    ticks.add(tick)
    timer ??= setInterval(() => {
      for (const each of ticks) each()
    }, everyMs)
    return () => {
      ticks.delete(tick)
      if (ticks.size > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }
}

const eachSecond = ticker(1000)

export function Age({ since }: { since: string }): ReactNode {
  return useSyncExternalStore(eachSecond, () => formatAge(since, Date.now()))
}

/** How long ago, as a sentence says it. */
export function useAgo(sinceMs: number): string {
  return useSyncExternalStore(eachSecond, () => formatAgo(isoTime(sinceMs), Date.now()))
}

/** The time, renewed every so many milliseconds; for ages on screen. */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now())
    }, everyMs)
    return () => {
      clearInterval(timer)
    }
  }, [everyMs])
  return now
}
