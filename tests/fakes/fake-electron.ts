import { EventEmitter } from 'node:events'
import type {
  ActivationArguments,
  BrowserWindowConstructorOptions,
  CustomScheme,
  MenuItemConstructorOptions,
  NotificationConstructorOptions,
  Session,
} from 'electron'
import type { AppControl, AppSession, ElectronApi } from '../../src/main/hosts/desktop/electron-api'
import type { RequestSource } from '../../src/main/hosts/desktop/ipc'
import { fakeNative, type NativeWorld } from './fake-electron-native'
import { FakeEvent, FakeNotification, FakeWindow } from './fake-electron-windows'
import { fakeSafeStorage } from './fake-safe-storage'
import { fakeUtilityProcess } from './fake-utility-process'

type PermissionRequestHandler = Exclude<Parameters<Session['setPermissionRequestHandler']>[0], null>
type PermissionCheckHandler = Exclude<Parameters<Session['setPermissionCheckHandler']>[0], null>

/** How the fake differs from an ordinary start. A window that does not paint never emits ready-to-show. */
export interface FakeElectronOptions {
  readonly lock?: 'granted' | 'refused'
  readonly packaged?: boolean
  readonly paints?: boolean
  readonly userData?: string
  readonly folder?: string
  /** Where the save dialog puts files; without it the dialog is cancelled. */
  readonly saveTo?: string
  readonly onExit?: (code: number) => void
  /** Switches that Chromium was started with. */
  readonly switches?: readonly string[]
}

/** Everything that was done to a fake Electron, and what makes its events happen. */
export interface FakeWorld extends NativeWorld {
  /** The calls whose order matters, oldest first. */
  readonly order: string[]
  readonly windows: FakeWindow[]
  readonly notifications: FakeNotification[]
  /** Who is told of presses on notifications, whoever made them. */
  readonly activations: ((details: ActivationArguments) => void)[]
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
  const native = fakeNative()
  const world: FakeWorld = Object.assign(native.world, {
    order: [] as string[],
    windows: [] as FakeWindow[],
    notifications: [] as FakeNotification[],
    activations: [] as ((details: ActivationArguments) => void)[],
    errorBoxes: [] as string[],
    badges: [] as number[],
    schemes: [] as CustomScheme[],
    protocols: new Map(),
    handlers: new Map(),
    menus: [] as MenuItemConstructorOptions[][],
    exits: [] as number[],
    permissions: {},
    appEvents: new EventEmitter(),
    sessionEvents: new EventEmitter(),
  })
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
    commandLine: { hasSwitch: (name: string) => (options.switches ?? []).includes(name) },
    getVersion: () => '0.0.0-test',
    getPreferredSystemLanguages: () => ['en-GB'],
    getPath: () => options.userData ?? '/nowhere',
    setAppUserModelId: (id: string) => order.push(`setAppUserModelId ${id}`),
    setToastActivatorCLSID: () => order.push('setToastActivatorCLSID'),
    setAsDefaultProtocolClient: (scheme: string) => order.push(`setAsDefaultProtocolClient ${scheme}`) > 0,
    setLoginItemSettings: ({ openAtLogin }) => order.push(`openAtLogin ${String(openAtLogin)}`),
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
    static handleActivation(callback: (details: ActivationArguments) => void): void {
      world.activations.push(callback)
    }
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
  const session = { defaultSession } satisfies ElectronApi['session']

  const safeStorage = fakeSafeStorage()
  const shown = { BrowserWindow, dialog, Menu, Notification, ...native.parts }
  const done = () => Promise.resolve()
  const shell = { trashItem: done, openExternal: done, openPath: () => Promise.resolve('') }
  const utilityProcess = fakeUtilityProcess
  const module = { app, ...shown, ipcMain, protocol, safeStorage, session, shell, utilityProcess }
  const { ipcMain: requests, ...rest } = module
  return { api: { ...rest, requests } satisfies ElectronApi, module, world }
}
