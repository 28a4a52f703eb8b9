import { homedir } from 'node:os'
import type { AppCommandId } from '@shared/domain/app-command'
import type { Decision } from '@shared/domain/approval'
import { hostOf } from '@shared/domain/host-state'
import type { DesktopSettings } from '@shared/domain/settings'
import { nativeMessages } from '@shared/messages/native'
import type { BridgeServer } from '../bridge/bridge-server'
import type { Log } from '../../core/ports/system'
import { closeInTime } from '../close-in-time'
import { followAccent } from './accent'
import { answerRequests } from './answer-requests'
import { showApprovalBoxes } from './approval-boxes'
import type { ComposedEngine, DesktopOptions } from './desktop-options'
import { guardClosing } from './closing'
import { createCompactWindow } from './compact-window'
import { desktopMemory } from './desktop-memory'
import { launcherOf } from './launcher'
import { createMainWindow, type MainWindow } from './main-window'
import { menuTemplate } from './menu'
import { createNotifications } from './notifications'
import { launcherItems, offerLauncher, type LauncherOffer } from './offer-launcher'
import { setOpenAtLogin } from './open-at-login'
import { createSessionWindows, type SessionWindows } from './session-windows'
import type { Speech } from './speech'
import { showTray, type TrayOptions } from './tray'
import { lookForUpdates } from './look-for-updates'
import { Waiting } from './waiting'
import { warnUnsandboxed } from './warn-unsandboxed'
import type { ElectronApi, AppWindow } from './electron-api'

/** The windows that are opened from outside of the desktop's own parts. */
export interface DesktopWindows {
  readonly main: MainWindow
  readonly sessions: SessionWindows
}

/** Joins the desktop's own parts to the engine: windows, notifications, boxes, tray, badge, menu, and the end of it all. Opens nothing. */
export function joinDesktop(
  options: DesktopOptions,
  composed: ComposedEngine,
  bridge: BridgeServer,
  speech: Speech,
): DesktopWindows {
  const { electron, preload, devServerUrl, platform, env, files } = options
  const { app, messageBox } = electron
  const { engine, log, announces } = composed
  const memory = desktopMemory(files.memory)
  const { messages } = speech
  const waiting = new Waiting()
  const closeHookGateway = composed.hookGatewayOfHome.keepOpen()
  followTheme(electron.nativeTheme, composed)
  const { dress } = followAccent(electron, { platform, log })
  const windows = { electron, bridge, log, preload, devServerUrl, dress }
  const compact = createCompactWindow(windows)
  const visible = () => {
    const window = main.window()
    return window?.isVisible() === true && !window.isMinimized() ? window : compact.visible()
  }

  const closing = guardClosing({
    ...{ app, messageBox, platform, messages },
    parent: visible,
    closes: () => composed.desktop().close,
    remember: (close) => void composed.remember('desktop.close', close),
    // What waits on a host waits on when this ends, and what its command asks is no request.
    waits: () =>
      waiting.list().filter(({ id, sessionId }) => sessionId !== undefined && hostOf(id) === undefined)
        .length,
  })
  closeBeforeQuit({
    app,
    log,
    mayQuit: () => closing.mayQuit(),
    close: () => closeHookGateway().then(() => engine.close()),
  })
  electron.powerMonitor.on('shutdown', () => {
    closing.endUnasked()
  })
  options.onSignal(() => {
    closing.endUnasked()
    app.quit()
  })

  const main: MainWindow = createMainWindow({
    ...windows,
    memory,
    opened: (window) => {
      closing.guard(window)
      if (waiting.list().length > 0) drawBadge()
    },
  })
  const sessions = createSessionWindows({
    ...windows,
    opened: (window) => {
      closing.guard(window)
    },
  })
  const drawBadge = keepBadge({
    electron,
    platform,
    waiting,
    dot: files.dot,
    mainWindow: () => main.window(),
  })
  answerRequests(electron.requests, {
    devServerUrl,
    connectionOf: (id) => main.connectionOf(id) ?? sessions.connectionOf(id) ?? compact.connectionOf(id),
  })

  const decide = (requestId: string, decision: Decision): void => {
    engine.decide(requestId, decision, 'window').catch((error: unknown) => {
      log.error('desktop: an answer could not be given', error)
    })
  }
  const openWaiting = (sessionId: string | undefined, requestId?: string): void => {
    const request = requestId === undefined ? undefined : waiting.get(requestId)?.request
    if (requestId !== undefined && request !== undefined) compact.turnTo(requestId)
    else if (sessionId === undefined) main.present()
    else main.showSession(sessionId, requestId)
  }
  // Before the notifications: what comes up in a box or a window needs no telling.
  const boxes = showApprovalBoxes({
    ...{ messageBox, platform, waiting, decide },
    when: () => composed.desktop().approval_boxes,
    isWindowVisible: (sessionId) => visible() !== undefined || sessions.shows(sessionId),
    parent: visible,
    openCompact: (id) => {
      compact.show(id)
    },
    now: () => performance.now(),
    speak: speech.in,
  })
  const notify = createNotifications({
    Notification: electron.Notification,
    ...{ platform, announces, waiting },
    sounds: () => composed.desktop().sounds ?? false,
    // The window with requests alone does not show what a host's command asks.
    isWindowFocused: (sessionId) =>
      main.isFocused() || (sessionId !== undefined && compact.isFocused()) || sessions.isFocused(sessionId),
    isShown: (id) => boxes.shows(id),
    pressed: followActivations(electron.Notification, { platform, present: () => main.present() }).pressed,
    open: openWaiting,
    deny: (id) => {
      decide(id, { kind: 'deny' })
    },
  })
  engine.subscribe((notice) => {
    speech.in(() => {
      waiting.take(notice)
      notify(notice)
      return undefined
    })
  })
  const tray: TrayOptions = {
    ...{ electron, platform, waiting },
    icon: files.icon,
    show: () => {
      main.present()
    },
    open: (requestId, sessionId) => {
      openWaiting(sessionId, requestId)
    },
    quit: () => {
      app.quit()
    },
  }
  speech.in(() => showTray(tray))

  const offer: LauncherOffer = {
    ...{ memory, messageBox, log, messages },
    launcher: launcherOf({
      platform,
      env,
      home: homedir(),
      resources: files.resources,
      version: composed.version,
    }),
    window: visible,
    changed: () => {
      drawMenu()
    },
  }
  const drawMenu = (): void => {
    const run = (command: AppCommandId): void => {
      if (!sessions.command(command)) main.command(command)
    }
    const template = speech.in(() =>
      menuTemplate({ platform, packaged: app.isPackaged, run, extra: launcherItems(offer) }),
    )
    electron.Menu.setApplicationMenu(electron.Menu.buildFromTemplate(template))
  }
  drawMenu()
  void warnUnsandboxed(options, { log, messages })
  if (app.isPackaged) {
    void offerLauncher(offer)
    followOpenAtLogin(options, composed)
  }
  void lookForUpdates({
    packaged: app.isPackaged,
    wanted: composed.desktop().updates ?? false,
    ...{ platform, log, messages },
    resources: files.resources,
    load: () => options.loadUpdater(),
    announce: (title, body) => {
      if (electron.Notification.isSupported()) new electron.Notification({ title, body, silent: true }).show()
    },
  })
  return { main, sessions }
}

const patienceMs = 10_000

/** What quitting waits for. `mayQuit` says whether it may begin, and can ask a person. */
interface QuitOptions {
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

/** A notification tells of a press itself, in the same moment. */
const togetherMs = 250

/** What pressing a notification does where nobody listens to it any more. */
interface Activations {
  /** A notification that is listened to was pressed. */
  readonly pressed: () => void
}

/**
 * On Windows: opens the window for a notification that outlived who made it, one of an earlier run that started us included. It does nothing
 * else: what it was about is over or waits in the window, and what it says of itself is not known to be ours. A notification of this run acts by
 * itself.
 */
export function followActivations(
  Notification: ElectronApi['Notification'],
  { platform, present }: { readonly platform: NodeJS.Platform; readonly present: () => void },
): Activations {
  let last = Number.NEGATIVE_INFINITY
  if (platform === 'win32')
    Notification.handleActivation(() => {
      // Which of the two is told first is not known.
      setTimeout(() => {
        if (performance.now() - last > 2 * togetherMs) present()
      }, togetherMs)
    })
  return {
    pressed() {
      last = performance.now()
    },
  }
}

/** What the badge depends on. `dot` is the absolute path of the picture that Windows lays over the window's own. */
interface BadgeOptions {
  readonly electron: Pick<ElectronApi, 'app' | 'nativeImage'>
  readonly platform: NodeJS.Platform
  readonly waiting: Waiting
  readonly dot: string
  readonly mainWindow: () => AppWindow | undefined
}

/** Keeps the number of what waits at the application's icon; Windows has no number and gets a dot. Returns what puts it at a new window. */
export function keepBadge({ electron, platform, waiting, dot, mainWindow }: BadgeOptions): () => void {
  const draw = (): void => {
    const { length } = waiting.list()
    if (platform === 'win32')
      mainWindow()?.setOverlayIcon(
        length === 0 ? null : electron.nativeImage.createFromPath(dot),
        length === 0 ? '' : nativeMessages().waiting(length),
      )
    else electron.app.setBadgeCount(length)
  }
  waiting.subscribe(({ kind }) => {
    if (kind !== 'changed') draw()
  })
  return draw
}

/**
 * Has all that the system and Chromium draw (menus, boxes, title bars, what a page takes for the system's choice) follow `[window] theme`,
 * now and whenever the settings are read anew; without one it is the system's. Before the first window is made, whose colour hangs on it.
 */
export function followTheme(
  nativeTheme: ElectronApi['nativeTheme'],
  settings: Pick<ComposedEngine, 'theme' | 'onSettings'>,
): () => void {
  const follow = (): void => {
    const wanted = settings.theme() ?? 'system'
    if (nativeTheme.themeSource !== wanted) nativeTheme.themeSource = wanted
  }
  follow()
  return settings.onSettings(follow)
}

/** Makes the system do as the setting says. Where nobody ever set it, nothing is touched. */
function followOpenAtLogin({ electron, platform, env }: DesktopOptions, composed: ComposedEngine): void {
  const { open_at_login: wanted }: DesktopSettings = composed.desktop()
  if (wanted === undefined) return
  try {
    const program = env['APPIMAGE'] ?? process.execPath
    setOpenAtLogin(wanted, { app: electron.app, platform, env, home: homedir(), program })
  } catch (error) {
    composed.log.error('desktop: opening at login could not be set', error)
  }
}
