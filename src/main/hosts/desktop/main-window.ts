import { pushChannel } from '@shared/ipc/channels'
import type { Log } from '../../core/ports'
import type { BridgeConnection, BridgeServer } from '../bridge/bridge-server'
import { appUrl } from './app-origin'
import type { AppWindow, ElectronApi } from './electron-api'
import { recoverCrashes } from './recover-crashes'
import { windowOptions } from './window-options'

/** What the window is made of. `devServerUrl` is undefined in every packaged build. */
export interface MainWindowOptions {
  readonly electron: ElectronApi
  readonly bridge: BridgeServer
  readonly log: Log
  readonly preload: string
  readonly devServerUrl: string | undefined
}

/** The one window: there is none before `present`, and none after the person closed it (macOS keeps the engine). */
export interface MainWindow {
  /** Opens the window, or brings it to the front: only in answer to something the person did. */
  present(): void
  /** Presents the window and shows a request in it; a new window does so once it has said hello. */
  showRequest(sessionId: string, requestId: string): void
  isFocused(): boolean
  /** The bridge of the window whose contents have this id; undefined for any other. */
  connectionOf(contentsId: number): BridgeConnection | undefined
}

/** Makes the holder of the window; opens nothing yet. */
export function createMainWindow(options: MainWindowOptions): MainWindow {
  let open: { readonly window: AppWindow; readonly connection: BridgeConnection } | undefined

  function present(): BridgeConnection {
    if (open !== undefined) {
      bringForward(options.electron.app, open.window)
      return open.connection
    }
    const window = openWindow(options)
    const connection = options.bridge.connect((push) => {
      if (!window.webContents.isDestroyed()) window.webContents.send(pushChannel, push)
      return Promise.resolve()
    })
    open = { window, connection }
    window.on('closed', () => {
      connection.close()
      open = undefined
    })
    return connection
  }

  return {
    present() {
      present()
    },
    showRequest(sessionId, requestId) {
      present().show(sessionId, requestId)
    },
    isFocused: () => open?.window.isFocused() ?? false,
    connectionOf: (id) => (open?.window.webContents.id === id ? open.connection : undefined),
  }
}

const showAnywayMs = 5000
const aborted = -3

function openWindow({ electron, log, preload, devServerUrl }: MainWindowOptions): AppWindow {
  const window = new electron.BrowserWindow(
    windowOptions({
      preload,
      dark: electron.nativeTheme.shouldUseDarkColors,
      packaged: electron.app.isPackaged,
    }),
  )
  const showOnce = () => {
    clearTimeout(fallback)
    if (!window.isDestroyed() && !window.isVisible()) window.show()
  }
  // A page that never paints must not leave an invisible application behind.
  const fallback = setTimeout(showOnce, showAnywayMs)
  window.once('ready-to-show', showOnce)
  window.on('closed', () => {
    clearTimeout(fallback)
  })
  const { webContents } = window
  webContents.on('preload-error', (_event, _path, error) => {
    log.error('window: the preload script failed', error)
  })
  webContents.on('did-fail-load', (_event, code, description, url) => {
    if (code !== aborted) log.error(`window: ${url} could not be loaded: ${description} (${code})`)
  })
  recoverCrashes(electron, webContents, log)
  window.loadURL(devServerUrl ?? appUrl).catch((error: unknown) => {
    log.error('window: the page could not be loaded', error)
  })
  return window
}

function bringForward(app: ElectronApi['app'], window: AppWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
  if (process.platform === 'darwin') app.focus({ steal: true })
}
