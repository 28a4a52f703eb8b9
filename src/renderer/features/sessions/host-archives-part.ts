import { onDemand } from '../../lib/on-demand'

/** The archives of hosts: a window without any does not load them. */
export const hostArchives = onDemand(async () => (await import('./host-archives')).HostArchives)
