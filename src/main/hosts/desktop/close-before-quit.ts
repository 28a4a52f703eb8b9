import type { Log } from '../../core/ports'
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
    void closeInTime(close, log).then(() => {
      state = 'closed'
      app.quit()
    })
  })
}

/** Never rejects: a quit that failed half-way would leave an application that cannot be closed. */
async function closeInTime(close: () => Promise<void>, log: Log): Promise<void> {
  const { promise: tooLate, resolve } = Promise.withResolvers<'late'>()
  const timer = setTimeout(resolve, patienceMs, 'late')
  try {
    if ((await Promise.race([close(), tooLate])) === 'late') {
      log.error(`quit: the engine did not close within ${patienceMs} ms`)
    }
  } catch (error) {
    log.error('quit: the engine failed to close', error)
  } finally {
    clearTimeout(timer)
  }
}
