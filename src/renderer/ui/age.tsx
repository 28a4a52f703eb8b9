import { type ReactNode, useEffect, useState } from 'react'
import { isoTime } from '@shared/domain/iso-time'
import { formatAge, formatAgo } from '../lib/time'

export function Age({ since }: { since: string }): ReactNode {
  return formatAge(since, useNow(1000))
}

/** How long ago, as a sentence says it. */
export function useAgo(sinceMs: number): string {
  return formatAgo(isoTime(sinceMs), useNow(1000))
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
