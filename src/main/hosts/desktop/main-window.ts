import type { AppCommandId } from '@shared/domain/app-command'
import type { BridgeConnection } from '../bridge/bridge-server'
import { appUrl } from './app-origin'
import type { DesktopMemory, Bounds } from './desktop-memory'
import { bringForward } from './bring-forward'
import type { AppWindow } from './electron-api'
import { joinBridge, loadWindow, type WindowOptions } from './load-window'
import { backgroundOf, windowOptions } from './window-options'

/** What the main window is made of, besides what every window is. `opened` is told of each new one before it loads. */
export interface MainWindowOptions extends WindowOptions {
  readonly memory: DesktopMemory
  opened(window: AppWindow): void
}

/** The window with everything: there is none before `present`, and none after the person closed it (the engine goes on). */
export interface MainWindow {
  /** Opens the window, or brings it to the front: only in answer to something the person did. */
  present(): void
  /** As `present`, and after an update with what is new, once: of a first start everything is. */
  presentFirst(): void
  /** Presents the window and shows a session and a request in it; a new window does so once it has said hello. */
  showSession(sessionId: string, requestId?: string): void
  /** Presents the window and has it run one of its commands. */
  readonly command: (command: AppCommandId) => void
  isFocused(): boolean
  /** The window, if it is open. */
  window(): AppWindow | undefined
  /** The bridge of the window whose contents have this id; undefined for any other. */
  connectionOf(contentsId: number): BridgeConnection | undefined
}

/** Makes the holder of the window; opens nothing yet. */
export function createMainWindow(options: MainWindowOptions): MainWindow {
  const { electron, bridge } = options
  let open: { readonly window: AppWindow; readonly connection: BridgeConnection } | undefined
  electron.nativeTheme.on('updated', () => {
    open?.window.setBackgroundColor(backgroundOf(electron.nativeTheme.shouldUseDarkColors))
  })

  function present(): BridgeConnection {
    if (open !== undefined) {
      bringForward(electron.app, open.window)
      return open.connection
    }
    const window = makeWindow(options)
    const connection = joinBridge(window, bridge)
    open = { window, connection }
    window.on('closed', () => {
      connection.close()
      open = undefined
    })
    options.opened(window)
    loadWindow(window, options.devServerUrl ?? appUrl, options, () => {
      window.show()
    })
    return connection
  }

  return {
    present() {
      present()
    },
    presentFirst() {
      const connection = present()
      const before = options.memory.read().version
      const version = electron.app.getVersion()
      if (before === version) return
      options.memory.write({ version })
      if (before !== undefined) connection.command('news.open')
    },
    showSession(sessionId, requestId) {
      present().show(sessionId, requestId)
    },
    command(command) {
      present().command(command)
    },
    isFocused: () => open?.window.isFocused() ?? false,
    window: () => open?.window,
    connectionOf: (id) => (open?.window.webContents.id === id ? open.connection : undefined),
  }
}

/** A window where the last one was, as far as that is still on a screen. */
function makeWindow({ electron, preload, memory }: MainWindowOptions): AppWindow {
  const was = memory.read().window
  const areas = electron.screen.getAllDisplays().map(({ workArea }) => workArea)
  const window = new electron.BrowserWindow({
    ...windowOptions({
      preload,
      dark: electron.nativeTheme.shouldUseDarkColors,
      packaged: electron.app.isPackaged,
    }),
    ...(was === undefined ? {} : placeOnScreens(was, areas)),
  })
  if (was?.maximized === true) window.maximize()
  window.on('close', () => {
    memory.write({ window: { ...window.getNormalBounds(), maximized: window.isMaximized() } })
  })
  return window
}

/** How much of a window has to be on a screen, so that a person can take hold of it. */
const graspable = { width: 200, height: 60 }

/**
 * Where a window goes that was there before: at its place if enough of it is on one of the screens as they are now, else no place at all
 * (the system's choice), and never larger than the screen it is on. `areas` are the screens without their bars.
 */
export function placeOnScreens(was: Bounds, areas: readonly Bounds[]): Partial<Bounds> {
  const on = areas
    .map((area) => ({ area, shared: overlap(was, area) }))
    .sort((a, b) => b.shared.width * b.shared.height - a.shared.width * a.shared.height)[0]
  if (on === undefined) return {}
  const width = Math.min(was.width, on.area.width)
  const height = Math.min(was.height, on.area.height)
  if (on.shared.width < graspable.width || on.shared.height < graspable.height) return { width, height }
  return {
    width,
    height,
    x: clamp(was.x, on.area.x, on.area.x + on.area.width - width),
    y: clamp(was.y, on.area.y, on.area.y + on.area.height - height),
  }
}

const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(most, value))

function overlap(a: Bounds, b: Bounds): { width: number; height: number } {
  return {
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)),
  }
}
