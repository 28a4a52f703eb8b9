import {
  app,
  BrowserWindow,
  dialog,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
  webContents,
  type ActivationArguments,
  type App,
  type BrowserWindow as RealWindow,
  type BrowserWindowConstructorOptions,
  type CommandLine,
  type Dialog,
  type Event,
  type MenuItemConstructorOptions,
  type MessageBoxOptions,
  type MessageBoxReturnValue,
  type NativeImage,
  type NotificationConstructorOptions,
  type OpenDialogOptions,
  type OpenDialogReturnValue,
  type Protocol,
  type RenderProcessGoneDetails,
  type SafeStorage,
  type SaveDialogOptions,
  type SaveDialogReturnValue,
  type Session,
  type Shell,
  type SystemPreferences,
  type Tray as RealTray,
  type WebContents,
} from 'electron'
import type { UtilityForks } from './fork-utility'
import { ipcRequests, type RequestSource } from './ipc'

/** What an event hands over when only refusing it matters. */
export interface Preventable {
  preventDefault(): void
}

/** A navigation in any of its three forms. */
export interface Navigation extends Preventable {
  readonly url: string
}

/** The page inside a window, as far as this application uses it. */
export interface AppContents extends Pick<
  WebContents,
  'id' | 'isDestroyed' | 'send' | 'reload' | 'setWindowOpenHandler' | 'insertCSS' | 'removeInsertedCSS'
> {
  on(
    event: 'will-navigate' | 'will-frame-navigate' | 'will-redirect',
    listener: (details: Navigation) => void,
  ): unknown
  on(event: 'will-attach-webview', listener: (event: Preventable) => void): unknown
  on(
    event: 'render-process-gone',
    listener: (event: Event, details: RenderProcessGoneDetails) => void,
  ): unknown
  on(event: 'dom-ready', listener: () => void): unknown
  on(event: 'preload-error', listener: (event: Event, path: string, error: Error) => void): unknown
  on(
    event: 'did-fail-load',
    listener: (event: Event, code: number, description: string, url: string) => void,
  ): unknown
}

/** A window, as far as this application uses it. */
export interface AppWindow extends Pick<
  RealWindow,
  | 'show'
  | 'showInactive'
  | 'focus'
  | 'restore'
  | 'close'
  | 'maximize'
  | 'isMaximized'
  | 'isFocused'
  | 'isMinimized'
  | 'isDestroyed'
  | 'isVisible'
  | 'loadURL'
  | 'getNormalBounds'
  | 'setAlwaysOnTop'
  | 'setBackgroundColor'
  | 'setOverlayIcon'
> {
  readonly webContents: AppContents
  on(event: 'closed' | 'query-session-end', listener: () => void): unknown
  on(event: 'close', listener: (event: Preventable) => void): unknown
  once(event: 'ready-to-show', listener: () => void): unknown
}

/** A native notification, as far as this application uses it. */
export interface AppNotification {
  show(): void
  close(): void
  on(event: 'click' | 'close', listener: () => void): unknown
  on(event: 'failed', listener: (event: Event, error: string) => void): unknown
  /** The button pressed: on the event, and for older versions a second time behind it. */
  on(
    event: 'action',
    listener: (details: { readonly actionIndex?: unknown }, index?: unknown) => void,
  ): unknown
}

/** The application's icon in the tray, as far as this application uses it. */
export interface AppTray extends Pick<RealTray, 'setToolTip' | 'setTitle' | 'destroy'> {
  setContextMenu(menu: object | null): void
  on(event: 'click', listener: () => void): unknown
}

/** The application object, as far as this application uses it. */
export interface AppControl extends Pick<
  App,
  | 'isPackaged'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'whenReady'
  | 'getVersion'
  | 'getPreferredSystemLanguages'
  | 'getPath'
  | 'setPath'
  | 'setBadgeCount'
  | 'setAppUserModelId'
  | 'setToastActivatorCLSID'
  | 'setAsDefaultProtocolClient'
  | 'setLoginItemSettings'
  | 'focus'
  | 'quit'
  | 'exit'
> {
  readonly commandLine: Pick<CommandLine, 'hasSwitch'>
  on(event: 'window-all-closed' | 'activate', listener: () => void): unknown
  on(event: 'second-instance', listener: (event: Event, argv: string[]) => void): unknown
  on(event: 'open-url', listener: (event: Preventable, url: string) => void): unknown
  on(event: 'before-quit', listener: (event: Preventable) => void): unknown
  on(event: 'web-contents-created', listener: (event: Event, contents: AppContents) => void): unknown
}

/** The default session, as far as this application uses it. */
export interface AppSession extends Pick<
  Session,
  'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
> {
  on(event: 'will-download', listener: (event: Preventable) => void): unknown
}

/**
 * The system's message box. `window` is the one that it belongs to; without one, or with one that is gone, it stands alone, and on macOS
 * stops the whole application until it is answered.
 */
export type MessageBox = (options: MessageBoxOptions, window?: AppWindow) => Promise<MessageBoxReturnValue>

/** The other boxes of the system. */
export interface AppDialog extends Pick<Dialog, 'showErrorBox'> {
  showOpenDialog(options: OpenDialogOptions): Promise<OpenDialogReturnValue>
  showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>
}

/**
 * All of Electron that the desktop host touches. Everything takes it as a parameter, so that the same code runs
 * against a fake where there is no Electron runtime; the constant below proves that the real module fits.
 */
export interface ElectronApi {
  readonly app: AppControl
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => AppWindow
  readonly dialog: AppDialog
  readonly messageBox: MessageBox
  readonly Menu: {
    buildFromTemplate(template: MenuItemConstructorOptions[]): object
    setApplicationMenu(menu: object | null): void
  }
  readonly nativeImage: { createFromPath(path: string): NativeImage }
  readonly nativeTheme: {
    readonly shouldUseDarkColors: boolean
    themeSource: 'system' | 'light' | 'dark'
    on(event: 'updated', listener: () => void): unknown
  }
  readonly Notification: {
    new (options: NotificationConstructorOptions): AppNotification
    isSupported(): boolean
    remove(id: string): void
    /** Windows only. Called for each press, also for that which started us. */
    handleActivation(callback: (details: ActivationArguments) => void): void
  }
  readonly powerMonitor: { on(event: 'shutdown', listener: () => void): unknown }
  readonly protocol: Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'>
  readonly requests: RequestSource
  readonly safeStorage: Pick<
    SafeStorage,
    'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
  >
  readonly screen: {
    getAllDisplays(): readonly {
      readonly workArea: { x: number; y: number; width: number; height: number }
    }[]
  }
  readonly session: { readonly defaultSession: AppSession }
  readonly shell: Pick<Shell, 'trashItem' | 'openExternal' | 'openPath'>
  readonly systemPreferences: Pick<SystemPreferences, 'getAccentColor' | 'subscribeNotification'> & {
    on(event: 'accent-color-changed', listener: (event: Event, colour: string) => void): unknown
  }
  readonly Tray: new (image: NativeImage) => AppTray
  readonly utilityProcess: UtilityForks
}

/** The real Electron. Importing this file outside Electron fails, so only the entry does. */
export const electronApi: ElectronApi = {
  app,
  BrowserWindow,
  dialog,
  messageBox(options, window) {
    const contents = window === undefined ? undefined : webContents.fromId(window.webContents.id)
    const real = contents && BrowserWindow.fromWebContents(contents)
    return real ? dialog.showMessageBox(real, options) : dialog.showMessageBox(options)
  },
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  requests: ipcRequests,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  Tray,
  utilityProcess,
}
