import { EventEmitter } from 'node:events'
import type {
  MenuItemConstructorOptions,
  MessageBoxOptions,
  MessageBoxReturnValue,
  NativeImage,
} from 'electron'
import type { AppTray, AppWindow, ElectronApi, MessageBox } from '../../src/main/hosts/desktop/electron-api'

/** A message box as a test sees and answers it; one whose signal ends is answered as by Escape. */
export class FakeBox {
  readonly options: MessageBoxOptions
  readonly window: AppWindow | undefined
  open = true
  readonly #done = Promise.withResolvers<MessageBoxReturnValue>()
  constructor(options: MessageBoxOptions, window: AppWindow | undefined) {
    this.options = options
    this.window = window
    options.signal?.addEventListener('abort', () => {
      this.answer(options.cancelId ?? 0)
    })
  }
  get done(): Promise<MessageBoxReturnValue> {
    return this.#done.promise
  }
  /** Presses the button of this number, or the one with this text. */
  answer(button: number | string, checkboxChecked = false): void {
    const response = typeof button === 'number' ? button : (this.options.buttons ?? []).indexOf(button)
    if (response === -1) throw new Error(`the box has no button ${String(button)}`)
    this.open = false
    this.#done.resolve({ response, checkboxChecked })
  }
}

/** The tray's icon as a test sees it: its tip, its menu as it is now, and whether it is there. */
export class FakeTray extends EventEmitter implements AppTray {
  toolTip = ''
  title = ''
  menu: MenuItemConstructorOptions[] = []
  destroyed = false
  setToolTip(text: string): void {
    this.toolTip = text
  }
  setTitle(text: string): void {
    this.title = text
  }
  setContextMenu(menu: object | null): void {
    this.menu = menu !== null && 'template' in menu ? (menu.template as MenuItemConstructorOptions[]) : []
  }
  destroy(): void {
    this.destroyed = true
  }
}

/** What was done to the fake's tray, boxes and screens. */
export interface NativeWorld {
  readonly boxes: FakeBox[]
  readonly trays: FakeTray[]
  readonly areas: { x: number; y: number; width: number; height: number }[]
  readonly themeEvents: EventEmitter
  readonly powerEvents: EventEmitter
  dark: boolean
  /** The system's accent colour; undefined: asking for it fails. */
  accent: string | undefined
  readonly preferenceEvents: EventEmitter
}

/** Tray, message boxes, pictures, theme and screens, as far as Countersign uses them. A picture is there when its path ends in .png. */
export function fakeNative(): {
  readonly world: NativeWorld
  readonly parts: Pick<
    ElectronApi,
    'messageBox' | 'nativeImage' | 'nativeTheme' | 'powerMonitor' | 'screen' | 'systemPreferences' | 'Tray'
  >
} {
  const world: NativeWorld = {
    boxes: [],
    trays: [],
    areas: [{ x: 0, y: 0, width: 1920, height: 1040 }],
    themeEvents: new EventEmitter(),
    powerEvents: new EventEmitter(),
    dark: true,
    accent: '0078d7ff',
    preferenceEvents: new EventEmitter(),
  }
  const messageBox: MessageBox = (options, window) => {
    const box = new FakeBox(options, window)
    world.boxes.push(box)
    return box.done
  }
  class Tray extends FakeTray {
    constructor() {
      super()
      world.trays.push(this)
    }
  }
  let source: ElectronApi['nativeTheme']['themeSource'] = 'system'
  return {
    world,
    parts: {
      messageBox,
      Tray,
      // The host asks a picture whether it is empty, makes it smaller and hands it on.
      nativeImage: { createFromPath: picture },
      nativeTheme: {
        get shouldUseDarkColors() {
          return source === 'system' ? world.dark : source === 'dark'
        },
        get themeSource() {
          return source
        },
        set themeSource(given) {
          source = given
          world.themeEvents.emit('updated')
        },
        on: (event, listener) => world.themeEvents.on(event, listener),
      },
      powerMonitor: { on: (event, listener) => world.powerEvents.on(event, listener) },
      systemPreferences: {
        getAccentColor: () => {
          if (world.accent === undefined) throw new Error('the system has none')
          return world.accent
        },
        subscribeNotification: (name, callback) => {
          world.preferenceEvents.on(String(name), () => {
            callback(String(name), {}, '')
          })
          return 1
        },
        on: (event, listener) => world.preferenceEvents.on(event, listener),
      },
      screen: { getAllDisplays: () => world.areas.map((workArea) => ({ workArea })) },
    },
  }
}

function picture(path: string): NativeImage {
  const image = { path, isEmpty: () => !path.endsWith('.png'), resize: () => picture(path) }
  return image as unknown as NativeImage
}

/** Chooses an item of a menu, as a person would. What Electron hands it besides, none of ours looks at. */
export function choose(item: MenuItemConstructorOptions | undefined): void {
  const click = item?.click as (() => void) | undefined
  if (click === undefined) throw new Error('there is no such item')
  click()
}
