import type { ReactNode } from 'react'
import { formatAge } from '../lib/time'
import { useNow } from './use-now'

export function Age({ since }: { since: string }): ReactNode {
  return formatAge(since, useNow(1000))
}
