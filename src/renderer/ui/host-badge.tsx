import { hostOf } from '@shared/domain/host-state'
import type { ReactNode } from 'react'
import { strings } from '../lib/strings'

/** Whose something is, by its id: the whole name of the host, never cut off. Nothing of this machine's has one. */
export function HostBadge({ id }: { id: string }): ReactNode {
  const host = hostOf(id)
  if (host === undefined) return undefined
  return (
    <span className="chip host" title={strings.rail.onHost}>
      <span className="vh">{strings.rail.onHost} </span>
      {host}
    </span>
  )
}
