import { onDemand } from '../../lib/on-demand'

/** What is drawn where the rail lists nothing. The first screen does not wait for it: it comes when the page is idle. */
export const railEmpty = onDemand(async () => {
  await new Promise((idle) => {
    requestIdleCallback(idle)
  })
  return (await import('./rail-empty')).RailEmpty
})
