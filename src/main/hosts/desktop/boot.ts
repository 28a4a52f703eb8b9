import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { writeFile } from 'node:fs/promises'
import { FaultError, toFault } from '@shared/domain/fault'
import type { ResponseOf } from '@shared/ipc/contract'
import { createBridgeServer } from '../bridge/bridge-server'
import type { ExportedSession } from '../../core/engine/engine-service'
import { readRendererFile, contentSecurityPolicy } from '../renderer-files'
import type { DesktopOptions } from './desktop-options'
import { joinDesktop } from './desktop-parts'
import { speechOf } from './speech'
import type { ElectronApi, AppContents, AppSession } from './electron-api'
import type { MainWindow } from './main-window'
import { hiddenArgument } from './open-at-login'
import { appHost, appScheme, isAppUrl } from './app-origin'

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

/**
 * Takes the lock of this profile. When another instance holds it, that one is told, with this one's arguments (and comes forward), this one
 * says so in one line and quits, and false comes back: the caller must do nothing more, since quitting does not stop the module.
 */
function holdSingleInstance(
  app: ElectronApi['app'],
  onSecondStart: (argv: readonly string[]) => void,
): boolean {
  if (!app.requestSingleInstanceLock()) {
    process.stderr.write('Countersign is already running; its window has been brought to the front.\n')
    app.quit()
    return false
  }
  app.on('second-instance', (_event, argv) => {
    onSecondStart(argv)
  })
  return true
}

/** As electron-builder.yml has it: Windows joins notifications, taskbar and shortcuts by it. */
const appId = 'dev.countersign.app'

/** By which Windows starts us for a notification that outlived us; made up once and never changed. */
const toastClass = '{7C1C6F0B-3E0D-4E0C-9C58-5B1D2A0F6C41}'

/** The scheme of links to sessions. */
const linkScheme = 'countersign'

/** Says who we are to the system, before ready: on Windows both, in this order, or notifications are nobody's. */
function sayWhoWeAre(app: ElectronApi['app'], platform: NodeJS.Platform): void {
  if (platform === 'win32') {
    app.setToastActivatorCLSID(toastClass)
    app.setAppUserModelId(appId)
  }
  // A checkout would register the bare runtime with whatever script it was started with.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
}

/**
 * The session that a link of ours names: `countersign://session/<id>` and nothing else, no query, no further part. A link only opens;
 * anybody may write one. Undefined for everything else, what every object has by that name among it.
 */
export function sessionOfLink(text: string): string | undefined {
  if (text.length > 200) return undefined
  const id = /^countersign:\/\/session\/([0-9A-Za-z][0-9A-Za-z-]{0,99})\/?$/.exec(text)?.[1]
  return id === undefined || id in {} ? undefined : id
}

/** The session that the first link among a program's arguments names. Electron gives a second start's in any order. */
export function sessionInArguments(argv: readonly string[]): string | undefined {
  return argv.map(sessionOfLink).find((id) => id !== undefined)
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
    startedIn: process.cwd(),
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
  const speech = await speechOf(
    () => composed.language(),
    () => electron.app.getPreferredSystemLanguages(),
  )
  const windows = joinDesktop(options, composed, bridge, speech)
  return windows.main
}

/**
 * Locks every page that will ever be made, from before the first one: no way out of the application's own origin, no
 * further windows, no webviews. Called once, before ready.
 */
export function lockContents(app: ElectronApi['app'], devServerUrl: string | undefined): void {
  app.on('web-contents-created', (_event, contents) => {
    lockPage(contents, devServerUrl)
  })
}

function lockPage(contents: AppContents, devServerUrl: string | undefined): void {
  for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect'] as const) {
    contents.on(event, (navigation) => {
      if (!isAppUrl(navigation.url, devServerUrl)) navigation.preventDefault()
    })
  }
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.on('will-attach-webview', (event) => {
    event.preventDefault()
  })
}

/**
 * Refuses every permission, device and download; after ready. The one exception is writing to the clipboard from our
 * own top frame (the copy buttons), and it must stand in both handlers or the copy fails without a word.
 */
export function lockSession(session: AppSession, devServerUrl: string | undefined): void {
  const granted = (permission: string, isMainFrame: boolean, url: string) =>
    permission === 'clipboard-sanitized-write' && isMainFrame && isAppUrl(url, devServerUrl)
  session.setPermissionRequestHandler((_contents, permission, callback, details) => {
    callback(granted(permission, details.isMainFrame, details.requestingUrl))
  })
  session.setPermissionCheckHandler((_contents, permission, requestingOrigin, details) =>
    granted(permission, details.isMainFrame, requestingOrigin),
  )
  session.setDevicePermissionHandler(() => false)
  session.on('will-download', (event) => {
    event.preventDefault()
  })
}

/** Makes `app:` a standard, secure scheme. Callable once, and only before ready. */
function registerAppScheme(protocol: ElectronApi['protocol']): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: appScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ])
}

/** Serves the built renderer at app://bundle/; after ready. What is missing or outside is 404, never index.html. */
function serveRenderer(protocol: ElectronApi['protocol'], rendererDir: string): void {
  protocol.handle(appScheme, (request) => answer(request, rendererDir))
}

function answer(request: Request, rendererDir: string): Response {
  if (request.method !== 'GET' && request.method !== 'HEAD') return plain(405, 'Method not allowed')
  const url = URL.parse(request.url)
  if (url?.host !== appHost) return plain(404, 'Not found')
  const file = readRendererFile(rendererDir, url.pathname)
  if (file === undefined) return plain(404, 'Not found')
  const body = request.method === 'HEAD' ? null : file.body
  return new Response(body, { headers: headersFor(file.contentType) })
}

function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: headersFor('text/plain; charset=utf-8') })
}

function headersFor(contentType: string): Record<string, string> {
  return {
    'Content-Type': contentType,
    'Content-Security-Policy': contentSecurityPolicy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
  }
}

/**
 * Asks where a file goes, with its own name proposed, and writes it there, readable by its owner alone: it holds a
 * whole conversation. The dialog has asked before an existing file is replaced. Throws FaultError `store-failed`.
 */
async function saveFile(
  dialog: ElectronApi['dialog'],
  { fileName, text, encoding }: ExportedSession,
): Promise<'saved' | 'cancelled'> {
  const { canceled, filePath } = await dialog.showSaveDialog({
    title: 'Export this session',
    defaultPath: fileName,
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  })
  if (canceled || filePath === '') return 'cancelled'
  try {
    await writeFile(filePath, text, { mode: 0o600, encoding: encoding ?? 'utf8' })
    return 'saved'
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new FaultError({ code: 'store-failed', message: `${filePath} cannot be written (${code}).` }, error)
  }
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
