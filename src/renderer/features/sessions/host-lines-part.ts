import { onDemand } from '../../lib/on-demand'

/** What is said of hosts: a window without any does not load it. */
export const hostLines = onDemand(async () => (await import('./host-lines')).HostLines)
