import type { Log } from '../../core/ports'
import type { AppContents, ElectronApi } from './electron-api'

const windowMs = 60_000
const maxReloads = 3

/**
 * Reloads a page whose process died, at most three times a minute. After that it says so and quits, which denies what
 * still waits: an application that cannot show a request must not keep one open.
 */
export function recoverCrashes(
  electron: Pick<ElectronApi, 'app' | 'dialog'>,
  contents: AppContents,
  log: Log,
): void {
  let reloads: number[] = []
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    if (reason === 'clean-exit') return
    log.error(`window: its process ended: ${reason} (${exitCode})`)
    const now = Date.now()
    reloads = reloads.filter((at) => now - at < windowMs)
    if (reloads.length < maxReloads) {
      reloads.push(now)
      contents.reload()
      return
    }
    electron.dialog.showErrorBox(
      'Countersign has to close',
      `Its window ended ${maxReloads + 1} times within a minute (${reason}). Whatever still waited for a decision is denied.`,
    )
    electron.app.quit()
  })
}
