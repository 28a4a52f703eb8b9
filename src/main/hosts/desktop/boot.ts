import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { FaultError, toFault } from '@shared/domain/fault'
import type { ResponseOf } from '@shared/ipc/contract'
import { createBridgeServer } from '../bridge/bridge-server'
import { sessionInArguments, sessionOfLink } from './deep-link'
import type { DesktopOptions } from './desktop-options'
import { joinDesktop } from './desktop-parts'
import type { ElectronApi } from './electron-api'
import { sayWhoWeAre } from './identity'
import { lockContents, lockSession } from './lockdown'
import type { MainWindow } from './main-window'
import { hiddenArgument } from './open-at-login'
import { registerAppScheme, serveRenderer } from './renderer-protocol'
import { saveFile } from './save-file'
import { holdSingleInstance } from './single-instance'

/**
 * Starts the desktop application. Returns at once: what must happen before ready has happened then, the rest follows
 * ready (awaiting it in the entry would deadlock). A start that fails shows one line and exits with 1.
 */
export function bootDesktop(given: DesktopOptions): void {
  const { app, protocol } = given.electron
  const options = { ...given, devServerUrl: app.isPackaged ? undefined : given.devServerUrl }
  let main: MainWindow | undefined
  // What a link asked for before there was a window; a link opens a session and does nothing else.
  let linked = sessionInArguments(options.argv)
  const follow = (sessionId: string | undefined): void => {
    if (sessionId === undefined) main?.present()
    else if (main === undefined) linked = sessionId
    else main.showSession(sessionId)
  }

  registerAppScheme(protocol)
  app.enableSandbox()
  if (!takeProfile(options)) return
  sayWhoWeAre(app, options.platform)
  const held = holdSingleInstance(app, (argv) => {
    follow(sessionInArguments(argv))
  })
  if (!held) return
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const sessionId = sessionOfLink(url)
    if (sessionId !== undefined) follow(sessionId)
  })
  lockContents(app, options.devServerUrl)
  // Listening keeps the application: what the end of the last window means is settled in closing.ts.
  app.on('window-all-closed', () => undefined)
  app.on('activate', () => main?.present())
  app
    .whenReady()
    .then(async () => {
      main = await start(options)
      if (linked !== undefined) main.showSession(linked)
      else if (!options.argv.includes(hiddenArgument)) main.presentFirst()
    })
    .catch((error: unknown) => {
      fail(options.electron, error)
    })
}

async function start(options: DesktopOptions): Promise<MainWindow> {
  const { electron, rendererDir, devServerUrl } = options
  lockSession(electron.session.defaultSession, devServerUrl)
  serveRenderer(electron.protocol, rendererDir)
  const composed = await options.compose()
  const { engine, log, version, searchFiles } = composed
  const bridge = createBridgeServer({
    engine,
    log,
    host: 'desktop',
    version,
    platform: options.platform,
    home: homedir(),
    searchFiles,
    pickFolder: () => pickFolder(electron),
    openAddress: (url) => electron.shell.openExternal(url),
    openFolder: async (path) => {
      const problem = await electron.shell.openPath(path)
      if (problem !== '') throw new FaultError({ code: 'store-failed', message: `${path}: ${problem}` })
    },
    saveFile: (file) => saveFile(electron.dialog, file),
    openWindow: (sessionId) => {
      windows.sessions.open(sessionId)
    },
  })
  const windows = joinDesktop(options, composed, bridge)
  return windows.main
}

/** A home of its own is an instance of its own: the lock and Chromium's files go with it. */
function takeProfile({ electron, profileDir }: DesktopOptions): boolean {
  if (profileDir === undefined) return true
  try {
    mkdirSync(profileDir, { recursive: true, mode: 0o700 })
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
