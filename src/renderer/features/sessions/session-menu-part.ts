import { onDemand } from '../../lib/on-demand'

/** The menu of a session: a start without sessions does not load what draws it. */
export const sessionMenu = onDemand(async () => (await import('./session-menu')).SessionMenu)
