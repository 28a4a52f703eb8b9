import type { BridgeConnection } from '../bridge/bridge-server'
import { appUrl } from './app-origin'
import type { AppWindow } from './electron-api'
import { joinBridge, loadWindow, openPage, type WindowOptions } from './load-window'
import { windowOptions } from './window-options'

/** A small window with the panel of what waits and nothing else, above all others. There is at most one. */
export interface CompactWindow {
  /** Shows it without taking the focus. One that is open stays with what is being looked at. */
  show(requestId: string): void
  /** As `show`, and turns it to this request: only in answer to something the person did. */
  turnTo(requestId: string): void
  /** The window while it can be seen. */
  visible(): AppWindow | undefined
  isFocused(): boolean
  connectionOf(contentsId: number): BridgeConnection | undefined
}

/** The page's address for a request alone, as the renderer's window-route reads it. */
export const compactUrl = (base: string, requestId: string): string =>
  `${base}#/approval/${encodeURIComponent(requestId)}`

/** Makes the holder of the window; opens nothing yet. The page closes it when nothing waits. */
export function createCompactWindow(options: WindowOptions): CompactWindow {
  const base = options.devServerUrl ?? appUrl
  let open: { readonly window: AppWindow; readonly connection: BridgeConnection } | undefined

  function make(requestId: string): void {
    const { electron, bridge, preload } = options
    const dark = electron.nativeTheme.shouldUseDarkColors
    const window = new electron.BrowserWindow({
      ...windowOptions({ preload, dark, packaged: electron.app.isPackaged }),
      width: 460,
      height: 560,
      minWidth: 390,
      minHeight: 360,
      useContentSize: true,
      alwaysOnTop: true,
      fullscreenable: false,
      minimizable: false,
      maximizable: false,
    })
    window.setAlwaysOnTop(true, 'floating')
    const connection = joinBridge(window, bridge)
    open = { window, connection }
    window.on('closed', () => {
      connection.close()
      open = undefined
    })
    loadWindow(window, compactUrl(base, requestId), options, () => {
      window.showInactive()
    })
  }

  return {
    show(requestId) {
      if (open === undefined) make(requestId)
      else open.window.showInactive()
    },
    turnTo(requestId) {
      if (open === undefined) {
        make(requestId)
        return
      }
      open.window.showInactive()
      openPage(open.window, compactUrl(base, requestId), options.log)
    },
    visible: () => (open?.window.isVisible() === true ? open.window : undefined),
    isFocused: () => open?.window.isFocused() ?? false,
    connectionOf: (id) => (open?.window.webContents.id === id ? open.connection : undefined),
  }
}
