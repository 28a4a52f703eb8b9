import { EventEmitter } from 'node:events'
import type {
  BrowserWindowConstructorOptions,
  CustomScheme,
  HandlerDetails,
  MenuItemConstructorOptions,
  NotificationConstructorOptions,
  Session,
  WindowOpenHandlerResponse,
} from 'electron'
import type {
  AppContents,
  AppControl,
  AppNotification,
  AppSession,
  AppWindow,
  ElectronApi,
} from '../../src/main/hosts/desktop/electron-api'
import type { RequestSource } from '../../src/main/hosts/desktop/ipc'
import { fakeSafeStorage } from './fake-safe-storage'
import { fakeUtilityProcess } from './fake-utility-process'

type PermissionRequestHandler = Exclude<Parameters<Session['setPermissionRequestHandler']>[0], null>
type PermissionCheckHandler = Exclude<Parameters<Session['setPermissionCheckHandler']>[0], null>

/** How the fake differs from an ordinary start. A window that does not paint never emits ready-to-show. */
export interface FakeElectronOptions {
  readonly lock?: 'granted' | 'refused'
  readonly packaged?: boolean
  readonly paints?: boolean
  readonly folder?: string
  /** Where the save dialog puts files; without it the dialog is cancelled. */
  readonly saveTo?: string
  readonly onExit?: (code: number) => void
}

/** An event whose default can be prevented, as Electron hands it over. */
export class FakeEvent {
  defaultPrevented = false
  preventDefault(): void {
    this.defaultPrevented = true
  }
}

export class FakeContents extends EventEmitter implements AppContents {
  readonly id: number
  readonly sent: unknown[][] = []
  reloads = 0
  destroyed = false
  windowOpen: ((details: HandlerDetails) => WindowOpenHandlerResponse) | undefined
  constructor(id: number) {
    super()
    this.id = id
  }
  isDestroyed(): boolean {
    return this.destroyed
  }
  send(channel: string, ...args: unknown[]): void {
    if (this.destroyed) throw new Error('Object has been destroyed')
    this.sent.push([channel, ...args])
    this.emit('fake-sent')
  }
  reload(): void {
    this.reloads += 1
  }
  setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void {
    this.windowOpen = handler
  }
}

/** A window's state as a test sees and sets it. */
export class FakeWindow extends EventEmitter implements AppWindow {
  readonly options: BrowserWindowConstructorOptions
  readonly webContents: FakeContents
  readonly loaded: string[] = []
  readonly paints: boolean
  visible = false
  focused = false
  minimized = false
  constructor(options: BrowserWindowConstructorOptions, id: number, paints: boolean) {
    super()
    this.options = options
    this.webContents = new FakeContents(id)
    this.paints = paints
  }
  show(): void {
    this.visible = true
    this.focused = true
  }
  focus(): void {
    this.focused = true
  }
  restore(): void {
    this.minimized = false
  }
  isFocused(): boolean {
    return this.focused
  }
  isMinimized(): boolean {
    return this.minimized
  }
  isVisible(): boolean {
    return this.visible
  }
  isDestroyed(): boolean {
    return this.webContents.destroyed
  }
  /** What happens when a person closes the window. */
  close(): void {
    this.webContents.destroyed = true
    this.emit('closed')
  }
  loadURL(url: string): Promise<void> {
    this.loaded.push(url)
    if (this.paints) setImmediate(() => this.emit('ready-to-show'))
    return Promise.resolve()
  }
}

export class FakeNotification extends EventEmitter implements AppNotification {
  readonly options: NotificationConstructorOptions
  state: 'made' | 'shown' | 'closed' = 'made'
  constructor(options: NotificationConstructorOptions) {
    super()
    this.options = options
  }
  show(): void {
    this.state = 'shown'
  }
  close(): void {
    this.state = 'closed'
    this.emit('close')
  }
}

/** Everything that was done to a fake Electron, and what makes its events happen. */
export interface FakeWorld {
  /** The calls whose order matters, oldest first. */
  readonly order: string[]
  readonly windows: FakeWindow[]
  readonly notifications: FakeNotification[]
  readonly errorBoxes: string[]
  readonly badges: number[]
  readonly schemes: CustomScheme[]
  readonly protocols: Map<string, (request: Request) => Response | Promise<Response>>
  readonly handlers: Map<string, Parameters<RequestSource['handle']>[1]>
  readonly menus: MenuItemConstructorOptions[][]
  readonly exits: number[]
  readonly permissions: {
    request?: PermissionRequestHandler | null
    check?: PermissionCheckHandler | null
    device?: Parameters<Session['setDevicePermissionHandler']>[0]
  }
  readonly appEvents: EventEmitter
  readonly sessionEvents: EventEmitter
}

/** Electron as far as Countersign uses it: `api` for the host's functions, `module` for `import 'electron'`. */
export interface FakeElectron {
  readonly api: ElectronApi
  readonly module: Omit<ElectronApi, 'requests'> & { readonly ipcMain: RequestSource }
  readonly world: FakeWorld
}

export function createFakeElectron(options: FakeElectronOptions = {}): FakeElectron {
  const world: FakeWorld = {
    order: [],
    windows: [],
    notifications: [],
    errorBoxes: [],
    badges: [],
    schemes: [],
    protocols: new Map(),
    handlers: new Map(),
    menus: [],
    exits: [],
    permissions: {},
    appEvents: new EventEmitter(),
    sessionEvents: new EventEmitter(),
  }
  const { order, windows, appEvents, sessionEvents, permissions } = world

  const exit = (code: number): void => {
    order.push(`exit ${code}`)
    world.exits.push(code)
    options.onExit?.(code)
  }
  const app = {
    isPackaged: options.packaged ?? false,
    enableSandbox: () => order.push('enableSandbox'),
    requestSingleInstanceLock: () => {
      order.push('requestSingleInstanceLock')
      return options.lock !== 'refused'
    },
    whenReady: async () => {
      order.push('whenReady')
      await new Promise((resolve) => setImmediate(resolve))
      order.push('ready')
    },
    getVersion: () => '0.0.0-test',
    setPath: (name: string) => order.push(`setPath ${name}`),
    setBadgeCount: (count?: number) => {
      world.badges.push(count ?? 0)
      return true
    },
    focus: () => order.push('app.focus'),
    quit: () => {
      const event = new FakeEvent()
      appEvents.emit('before-quit', event)
      if (!event.defaultPrevented) exit(0)
    },
    exit: (code?: number) => {
      exit(code ?? 0)
    },
    on: (event: string, listener: (...args: never[]) => void) =>
      appEvents.on(event, listener as (...args: unknown[]) => void),
  } satisfies AppControl

  class BrowserWindow extends FakeWindow {
    constructor(given: BrowserWindowConstructorOptions) {
      super(given, windows.length + 1, options.paints ?? true)
      order.push('BrowserWindow')
      windows.push(this)
      this.on('closed', () => {
        if (windows.every((window) => window.isDestroyed())) appEvents.emit('window-all-closed')
      })
      appEvents.emit('web-contents-created', new FakeEvent(), this.webContents)
    }
  }
  class Notification extends FakeNotification {
    static isSupported(): boolean {
      return true
    }
    static remove(id: string): void {
      order.push(`Notification.remove ${id}`)
    }
    constructor(given: NotificationConstructorOptions) {
      super(given)
      world.notifications.push(this)
    }
  }
  const defaultSession = {
    setPermissionRequestHandler: (handler) => {
      permissions.request = handler
    },
    setPermissionCheckHandler: (handler) => {
      permissions.check = handler
    },
    setDevicePermissionHandler: (handler) => {
      permissions.device = handler
    },
    on: (event, listener) => sessionEvents.on(event, listener),
  } satisfies AppSession
  const ipcMain = {
    handle: (channel, listener) => {
      if (world.handlers.has(channel)) throw new Error(`a second handler for ${channel}`)
      world.handlers.set(channel, listener)
    },
  } satisfies RequestSource
  const dialog = {
    showErrorBox: (title, content) => {
      world.errorBoxes.push(`${title}: ${content}`)
    },
    showOpenDialog: () =>
      Promise.resolve({
        canceled: options.folder === undefined,
        filePaths: options.folder === undefined ? [] : [options.folder],
      }),
    showSaveDialog: () =>
      Promise.resolve({ canceled: options.saveTo === undefined, filePath: options.saveTo ?? '' }),
  } satisfies ElectronApi['dialog']
  const protocol = {
    registerSchemesAsPrivileged: (given) => {
      order.push('registerSchemesAsPrivileged')
      world.schemes.push(...given)
    },
    handle: (scheme, handler) => {
      order.push('protocol.handle')
      world.protocols.set(scheme, handler)
    },
  } satisfies ElectronApi['protocol']
  const Menu = {
    buildFromTemplate: (template: MenuItemConstructorOptions[]) => {
      world.menus.push(template)
      return { template }
    },
    setApplicationMenu: () => order.push('setApplicationMenu'),
  } satisfies ElectronApi['Menu']
  const nativeTheme = { shouldUseDarkColors: true } satisfies ElectronApi['nativeTheme']
  const session = { defaultSession } satisfies ElectronApi['session']

  const safeStorage = fakeSafeStorage()
  const shown = { BrowserWindow, dialog, Menu, nativeTheme, Notification }
  const shell = { trashItem: () => Promise.resolve() }
  const utilityProcess = fakeUtilityProcess
  const module = { app, ...shown, ipcMain, protocol, safeStorage, session, shell, utilityProcess }
  const { ipcMain: requests, ...rest } = module
  const api = { ...rest, requests } satisfies ElectronApi
  return { api, module, world }
}
