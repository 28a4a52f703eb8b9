import { EventEmitter } from 'node:events'
import type {
  BrowserWindowConstructorOptions,
  HandlerDetails,
  NotificationConstructorOptions,
  WindowOpenHandlerResponse,
} from 'electron'
import type { AppContents, AppNotification, AppWindow } from '../../src/main/hosts/desktop/electron-api'

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
  #inserted = 0
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
  /** The style sheets that were put into the page, by their keys. */
  readonly styles = new Map<string, string>()
  insertCSS(css: string): Promise<string> {
    const key = `style-${String(this.#inserted++)}`
    this.styles.set(key, css)
    return Promise.resolve(key)
  }
  removeInsertedCSS(key: string): Promise<void> {
    this.styles.delete(key)
    return Promise.resolve()
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
  maximized = false
  background = ''
  level: string | undefined
  overlay: string | undefined
  bounds = { x: 10, y: 20, width: 1280, height: 820 }
  show(): void {
    this.visible = true
    this.focused = true
  }
  showInactive(): void {
    this.visible = true
  }
  maximize(): void {
    this.maximized = true
  }
  isMaximized(): boolean {
    return this.maximized
  }
  getNormalBounds(): { x: number; y: number; width: number; height: number } {
    return this.bounds
  }
  setAlwaysOnTop(flag: boolean, level?: string): void {
    this.level = flag ? level : undefined
  }
  setBackgroundColor(color: string): void {
    this.background = color
  }
  setOverlayIcon(image: object | null, description: string): void {
    this.overlay = image === null ? undefined : description
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
  /** What happens when a person closes the window, and when the program does: who listens may keep it. */
  close(): void {
    const event = new FakeEvent()
    this.emit('close', event)
    if (event.defaultPrevented || this.webContents.destroyed) return
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
