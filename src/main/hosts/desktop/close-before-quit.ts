import type { Log } from '../../core/ports'
import { closeInTime } from '../close-in-time'
import type { ElectronApi } from './electron-api'

const patienceMs = 10_000

/** What quitting waits for. `mayQuit` says whether it may begin, and can ask a person. */
export interface QuitOptions {
  readonly app: ElectronApi['app']
  readonly log: Log
  readonly mayQuit: () => Promise<boolean>
  readonly close: () => Promise<void>
}

/**
 * Holds every quit until it may begin and the engine has closed (denied what waits, stopped what runs, flushed its records), the latter
 * for at most ten seconds; then quits in any case. Records are written as things happen, so even a cut-off loses no history.
 */
export function closeBeforeQuit({ app, log, mayQuit, close }: QuitOptions): void {
  let state: 'open' | 'asking' | 'closing' | 'closed' = 'open'
  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state !== 'open') return
    state = 'asking'
    void mayQuit()
      .catch(() => true)
      .then(async (may) => {
        state = may ? 'closing' : 'open'
        if (!may) return
        await closeInTime(close, patienceMs, log)
        state = 'closed'
        app.quit()
      })
  })
}
