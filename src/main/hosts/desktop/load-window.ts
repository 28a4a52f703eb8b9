import { pushChannel } from '@shared/ipc/channels'
import type { Log } from '../../core/ports/system'
import type { BridgeConnection, BridgeServer } from '../bridge/bridge-server'
import type { AppWindow, ElectronApi, AppContents } from './electron-api'

/** What a window of ours is made of. `devServerUrl` is undefined in every packaged build. */
export interface WindowOptions {
  readonly electron: ElectronApi
  readonly bridge: BridgeServer
  readonly log: Log
  readonly preload: string
  readonly devServerUrl: string | undefined
  /** Has the window look as the system does. */
  readonly dress: (window: AppWindow) => void
}

/** Joins a window to the engine for as long as it is open. */
export function joinBridge(window: AppWindow, bridge: BridgeServer): BridgeConnection {
  return bridge.connect((push) => {
    if (!window.webContents.isDestroyed()) window.webContents.send(pushChannel, push)
    return Promise.resolve()
  })
}

const showAnywayMs = 5000
const aborted = -3

/**
 * Loads the page into a new window and shows it by `show` as soon as it is drawn; what goes wrong is logged. A page that never paints is
 * shown all the same: it must not leave an invisible application behind.
 */
export function loadWindow(window: AppWindow, url: string, options: WindowOptions, show: () => void): void {
  const { electron, log } = options
  const showOnce = (): void => {
    clearTimeout(fallback)
    if (!window.isDestroyed() && !window.isVisible()) show()
  }
  const fallback = setTimeout(showOnce, showAnywayMs)
  window.once('ready-to-show', showOnce)
  window.on('closed', () => {
    clearTimeout(fallback)
  })
  const { webContents } = window
  webContents.on('preload-error', (_event, _path, error) => {
    log.error('window: the preload script failed', error)
  })
  webContents.on('did-fail-load', (_event, code, description, failed) => {
    if (code !== aborted) log.error(`window: ${failed} could not be loaded: ${description} (${code})`)
  })
  recoverCrashes(electron, webContents, log)
  options.dress(window)
  openPage(window, url, log)
}

const windowMs = 60_000
const maxReloads = 3

/**
 * Reloads a page whose process died, at most three times a minute. After that it says so and quits, which denies what
 * still waits: an application that cannot show a request must not keep one open.
 */
function recoverCrashes(
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

/** Has a window show an address of ours; what goes wrong is logged. */
export function openPage(window: AppWindow, url: string, log: Log): void {
  window.loadURL(url).catch((error: unknown) => {
    log.error('window: the page could not be loaded', error)
  })
}
