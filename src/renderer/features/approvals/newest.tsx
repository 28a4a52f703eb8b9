import type { ReactNode } from 'react'
import { strings } from '../../lib/strings'
import { useAgo } from '../../ui/age'

/** When the newest of what is told of was last changed. */
export function Newest({ sinceMs }: { sinceMs: number }): ReactNode {
  return strings.approval.newest(useAgo(sinceMs))
}
