import { onDemand } from '../../lib/on-demand'

/** What waits in a session: a start where nothing waits does not load the words of requests. */
export const waitingLine = onDemand(async () => (await import('./waiting-line')).WaitingLine)
