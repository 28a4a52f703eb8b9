import { homedir } from 'node:os'
import type { AppCommandId } from '@shared/domain/app-command'
import type { Decision } from '@shared/domain/approval'
import type { DesktopSettings } from '@shared/domain/desktop-settings'
import type { BridgeServer } from '../bridge/bridge-server'
import { followAccent } from './accent'
import { followActivations } from './activations'
import { answerRequests } from './answer-requests'
import { showApprovalBoxes } from './approval-boxes'
import { keepBadge } from './badge'
import type { ComposedEngine, DesktopOptions } from './desktop-options'
import { closeBeforeQuit } from './close-before-quit'
import { guardClosing } from './closing'
import { createCompactWindow } from './compact-window'
import { desktopMemory } from './desktop-memory'
import { launcherOf } from './launcher'
import { followTheme } from './follow-theme'
import { createMainWindow, type MainWindow } from './main-window'
import { menuTemplate } from './menu'
import { createNotifications } from './notifications'
import { launcherItems, offerLauncher, type LauncherOffer } from './offer-launcher'
import { setOpenAtLogin } from './open-at-login'
import { createSessionWindows, type SessionWindows } from './session-windows'
import { speechOf } from './speech'
import { showTray, type TrayOptions } from './tray'
import { lookForUpdates } from './updates'
import { Waiting } from './waiting'
import { warnUnsandboxed } from './warn-unsandboxed'

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
): DesktopWindows {
  const { electron, preload, devServerUrl, platform, env, files } = options
  const { app, messageBox } = electron
  const { engine, log, announces } = composed
  const memory = desktopMemory(files.memory)
  const speech = speechOf(
    () => composed.language(),
    () => app.getPreferredSystemLanguages(),
  )
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
    waits: () => waiting.list().length,
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
  const openWaiting = (sessionId: string, requestId?: string): void => {
    const request = requestId === undefined ? undefined : waiting.get(requestId)?.request
    if (requestId !== undefined && request !== undefined) compact.turnTo(requestId)
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
    isWindowFocused: (sessionId) => main.isFocused() || compact.isFocused() || sessions.isFocused(sessionId),
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
