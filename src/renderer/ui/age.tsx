import type { ReactNode } from 'react'
import { formatAge, formatAgo } from '../lib/time'
import { useNow } from './use-now'

export function Age({ since }: { since: string }): ReactNode {
  return formatAge(since, useNow(1000))
}

/** How long ago, as a sentence says it. */
export function useAgo(sinceMs: number): string {
  return formatAgo(new Date(sinceMs).toISOString(), useNow(1000))
}
