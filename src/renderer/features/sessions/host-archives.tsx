import type { ReactNode } from 'react'
import { laterStrings } from '../../lib/later-strings'
import { useAppState } from '../../state/context'
import { ArchivedList } from './archived-list'

/** The archives of the hosts that are connected, each folded and read when it is opened. */
export function HostArchives(): ReactNode {
  const hosts = useAppState((state) => state.engine?.hosts) ?? []
  return hosts
    .filter(({ state, fleet }) => state === 'connected' && fleet === undefined)
    .map(({ name }) => <ArchivedList key={name} title={laterStrings.hosts.archived(name)} host={name} />)
}
