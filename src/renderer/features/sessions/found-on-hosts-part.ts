import { onDemand } from '../../lib/on-demand'

/** What is found on hosts: a window without any does not load it. */
export const foundOnHosts = onDemand(async () => (await import('./found-on-hosts')).FoundOnHosts)
