import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { toFault } from '@shared/domain/fault'
import type { ResponseOf } from '@shared/ipc/contract'
import type { EngineService } from '../../core/engine-service'
import type { Log } from '../../core/ports'
import { createBridgeServer } from '../bridge/bridge-server'
import { answerRequests } from './answer-requests'
import { closeBeforeQuit } from './close-before-quit'
import type { ElectronApi } from './electron-api'
import { lockContents, lockSession } from './lockdown'
import { createMainWindow, type MainWindow } from './main-window'
import { menuTemplate } from './menu'
import { createApprovalNotifications } from './notifications'
import { registerAppScheme, serveRenderer } from './renderer-protocol'
import { saveFile } from './save-file'
import { holdSingleInstance } from './single-instance'

/** The parts a desktop application runs on. */
export interface ComposedEngine {
  readonly engine: EngineService
  readonly log: Log
  readonly version: string
  /** Whether approvals are announced while no window is looked at. */
  readonly announcesApprovals: boolean
}

/**
 * What the entry knows. Paths are absolute. `profileDir` is Chromium's profile and the scope of the instance lock,
 * undefined for the platform's default. `devServerUrl` is ignored in a packaged build. `compose` may throw; its
 * message is shown.
 */
export interface DesktopOptions {
  readonly electron: ElectronApi
  readonly preload: string
  readonly rendererDir: string
  readonly profileDir: string | undefined
  readonly devServerUrl: string | undefined
  compose(): Promise<ComposedEngine>
}

/**
 * Starts the desktop application. Returns at once: what must happen before ready has happened then, the rest follows
 * ready (awaiting it in the entry would deadlock). A start that fails shows one line and exits with 1.
 */
export function bootDesktop(given: DesktopOptions): void {
  const { app, protocol } = given.electron
  const options = { ...given, devServerUrl: app.isPackaged ? undefined : given.devServerUrl }
  let main: MainWindow | undefined

  registerAppScheme(protocol)
  app.enableSandbox()
  if (!takeProfile(options)) return
  if (!holdSingleInstance(app, () => main?.present())) return
  lockContents(app, options.devServerUrl)
  app.on('window-all-closed', () => {
    // Quitting denies what waits; on macOS an application lives on without a window, and the badge still counts.
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('activate', () => main?.present())
  app
    .whenReady()
    .then(async () => {
      main = await start(options)
      main.present()
    })
    .catch((error: unknown) => {
      fail(options.electron, error)
    })
}

async function start(options: DesktopOptions): Promise<MainWindow> {
  const { electron, rendererDir, preload, devServerUrl } = options
  const { app } = electron
  lockSession(electron.session.defaultSession, devServerUrl)
  serveRenderer(electron.protocol, rendererDir)
  electron.Menu.setApplicationMenu(
    electron.Menu.buildFromTemplate(menuTemplate(process.platform, app.isPackaged)),
  )

  const { engine, log, version, announcesApprovals } = await options.compose()
  closeBeforeQuit(app, () => engine.close(), log)
  const bridge = createBridgeServer({
    engine,
    log,
    host: 'desktop',
    version,
    platform: process.platform,
    home: homedir(),
    pickFolder: () => pickFolder(electron),
    saveFile: (file) => saveFile(electron.dialog, file),
  })
  const main = createMainWindow({ electron, bridge, log, preload, devServerUrl })
  answerRequests(electron.requests, { devServerUrl, connectionOf: (id) => main.connectionOf(id) })
  engine.subscribe(
    createApprovalNotifications({
      Notification: electron.Notification,
      platform: process.platform,
      announces: announcesApprovals,
      isWindowFocused: () => main.isFocused(),
      setBadge: (count) => void app.setBadgeCount(count),
      open: (sessionId, requestId) => {
        main.showRequest(sessionId, requestId)
      },
    }),
  )
  return main
}

/** A home of its own is an instance of its own: the lock and Chromium's files go with it. */
function takeProfile({ electron, profileDir }: DesktopOptions): boolean {
  if (profileDir === undefined) return true
  try {
    mkdirSync(profileDir, { recursive: true })
    electron.app.setPath('userData', profileDir)
    return true
  } catch (error) {
    fail(electron, error)
    return false
  }
}

function fail({ app, dialog }: ElectronApi, error: unknown): void {
  dialog.showErrorBox('Countersign cannot start', toFault(error).message)
  app.exit(1)
}

async function pickFolder({ dialog }: ElectronApi): Promise<ResponseOf<'folder.pick'>> {
  const { canceled, filePaths } = await dialog.showOpenDialog({
    title: 'Choose a project folder',
    properties: ['openDirectory', 'createDirectory'],
  })
  const path = filePaths[0]
  return canceled || path === undefined ? { kind: 'cancelled' } : { kind: 'picked', path }
}
