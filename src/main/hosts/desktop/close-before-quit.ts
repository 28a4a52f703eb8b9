import type { Log } from '../../core/ports'
import { closeInTime } from '../close-in-time'
import type { ElectronApi } from './electron-api'

const patienceMs = 10_000

/**
 * Holds every quit until the engine has closed (denied what waits, stopped what runs, flushed its records), for at
 * most ten seconds; then quits in any case. Records are written as things happen, so even a cut-off loses no history.
 */
export function closeBeforeQuit(app: ElectronApi['app'], close: () => Promise<void>, log: Log): void {
  let state: 'open' | 'closing' | 'closed' = 'open'
  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing') return
    state = 'closing'
    void closeInTime(close, patienceMs, log).then(() => {
      state = 'closed'
      app.quit()
    })
  })
}
