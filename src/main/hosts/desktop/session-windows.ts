import type { AppCommandId } from '@shared/domain/app-command'
import type { BridgeConnection } from '../bridge/bridge-server'
import { appUrl } from './app-origin'
import { bringForward } from './bring-forward'
import type { AppWindow } from './electron-api'
import { joinBridge, loadWindow, type WindowOptions } from './load-window'
import { windowOptions } from './window-options'

/** What these windows are made of. `opened` is told of each new one before it loads. */
export interface SessionWindowOptions extends WindowOptions {
  opened(window: AppWindow): void
}

/** Windows with one session each, beside the main one and at most one of a session. */
export interface SessionWindows {
  /** Opens a session's window or brings it to the front: only in answer to something the person did. */
  open(sessionId: string): void
  /** Whether a session's own window can be seen; of the others nothing is said. */
  shows(sessionId: string): boolean
  /** Whether this session's window has the focus; without one, whether any of them has. */
  isFocused(sessionId: string | undefined): boolean
  /** Has the window that has the focus run a command; false: none of these has it. */
  command(command: AppCommandId): boolean
  connectionOf(contentsId: number): BridgeConnection | undefined
}

interface Open {
  readonly window: AppWindow
  readonly connection: BridgeConnection
}

/** The page's address for a session alone, as the renderer's window-route reads it. */
export const sessionUrl = (base: string, sessionId: string): string =>
  `${base}#/session/${encodeURIComponent(sessionId)}`

/** Makes the holder of the windows; opens none yet. */
export function createSessionWindows(options: SessionWindowOptions): SessionWindows {
  const { electron, bridge, preload } = options
  const open = new Map<string, Open>()

  function make(sessionId: string): void {
    const dark = electron.nativeTheme.shouldUseDarkColors
    const window = new electron.BrowserWindow({
      ...windowOptions({ preload, dark, packaged: electron.app.isPackaged }),
      width: 960,
      height: 760,
      minWidth: 390,
    })
    const connection = joinBridge(window, bridge)
    open.set(sessionId, { window, connection })
    window.on('closed', () => {
      connection.close()
      open.delete(sessionId)
    })
    options.opened(window)
    loadWindow(window, sessionUrl(options.devServerUrl ?? appUrl, sessionId), options, () => {
      window.show()
    })
  }

  return {
    open(sessionId) {
      const there = open.get(sessionId)
      if (there === undefined) make(sessionId)
      else bringForward(electron.app, there.window)
    },
    shows(sessionId) {
      const window = open.get(sessionId)?.window
      return window?.isVisible() === true && !window.isMinimized()
    },
    isFocused: (sessionId) =>
      sessionId === undefined
        ? [...open.values()].some(({ window }) => window.isFocused())
        : (open.get(sessionId)?.window.isFocused() ?? false),
    command(command) {
      const focused = [...open.values()].find(({ window }) => window.isFocused())
      focused?.connection.command(command)
      return focused !== undefined
    },
    connectionOf: (id) => [...open.values()].find(({ window }) => window.webContents.id === id)?.connection,
  }
}
