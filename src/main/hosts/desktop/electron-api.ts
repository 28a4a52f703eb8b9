import {
  app,
  BrowserWindow,
  dialog,
  Menu,
  nativeTheme,
  Notification,
  protocol,
  safeStorage,
  session,
  shell,
  utilityProcess,
  type App,
  type BrowserWindow as RealWindow,
  type BrowserWindowConstructorOptions,
  type Dialog,
  type Event,
  type MenuItemConstructorOptions,
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
  'id' | 'isDestroyed' | 'send' | 'reload' | 'setWindowOpenHandler'
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
  on(event: 'preload-error', listener: (event: Event, path: string, error: Error) => void): unknown
  on(
    event: 'did-fail-load',
    listener: (event: Event, code: number, description: string, url: string) => void,
  ): unknown
}

/** A window, as far as this application uses it. */
export interface AppWindow extends Pick<
  RealWindow,
  'show' | 'focus' | 'restore' | 'isFocused' | 'isMinimized' | 'isDestroyed' | 'isVisible' | 'loadURL'
> {
  readonly webContents: AppContents
  on(event: 'closed', listener: () => void): unknown
  once(event: 'ready-to-show', listener: () => void): unknown
}

/** A native notification, as far as this application uses it. */
export interface AppNotification {
  show(): void
  close(): void
  on(event: 'click' | 'close', listener: () => void): unknown
  on(event: 'failed', listener: (event: Event, error: string) => void): unknown
}

/** The application object, as far as this application uses it. */
export interface AppControl extends Pick<
  App,
  | 'isPackaged'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'whenReady'
  | 'getVersion'
  | 'setPath'
  | 'setBadgeCount'
  | 'focus'
  | 'quit'
  | 'exit'
> {
  on(event: 'second-instance' | 'window-all-closed' | 'activate', listener: () => void): unknown
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
 * All of Electron that the desktop host touches. Everything takes it as a parameter, so that the same code runs
 * against a fake where there is no Electron runtime; the constant below proves that the real module fits.
 */
export interface ElectronApi {
  readonly app: AppControl
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => AppWindow
  readonly dialog: Pick<Dialog, 'showErrorBox'> & {
    showOpenDialog(options: OpenDialogOptions): Promise<OpenDialogReturnValue>
    showSaveDialog(options: SaveDialogOptions): Promise<SaveDialogReturnValue>
  }
  readonly Menu: {
    buildFromTemplate(template: MenuItemConstructorOptions[]): object
    setApplicationMenu(menu: object | null): void
  }
  readonly nativeTheme: { readonly shouldUseDarkColors: boolean }
  readonly Notification: {
    new (options: NotificationConstructorOptions): AppNotification
    isSupported(): boolean
    remove(id: string): void
  }
  readonly protocol: Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'>
  readonly requests: RequestSource
  readonly safeStorage: Pick<
    SafeStorage,
    'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
  >
  readonly session: { readonly defaultSession: AppSession }
  readonly shell: Pick<Shell, 'trashItem'>
  readonly utilityProcess: UtilityForks
}

/** The real Electron. Importing this file outside Electron fails, so only the entry does. */
export const electronApi: ElectronApi = {
  app,
  BrowserWindow,
  dialog,
  Menu,
  nativeTheme,
  Notification,
  protocol,
  requests: ipcRequests,
  safeStorage,
  session,
  shell,
  utilityProcess,
}
