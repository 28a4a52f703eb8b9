import { createFakeElectron } from './fake-electron'
import { FakeEvent } from './fake-electron-windows'
import type { MessageBoxOptions } from 'electron'
import type { Answers, Order, Report } from './fake-electron-orders'

/** What `import 'electron'` gives the built entry in a test, and the other end of the test's orders. */

const { module, world } = createFakeElectron({
  lock: process.env['FAKE_ELECTRON_LOCK'] === 'refused' ? 'refused' : 'granted',
  onExit: (code) => {
    // As in Electron, quitting does not stop what runs at the moment; the last report shows what it still did.
    setTimeout(() => {
      process.send?.({ id: 0, answer: report() }, () => process.exit(code))
    }, 100)
  },
})

export const { app, BrowserWindow, ipcMain, Menu, nativeImage, nativeTheme, Notification } = module
export const { powerMonitor, protocol, safeStorage, screen, session, shell } = module
export const { systemPreferences, Tray, utilityProcess } = module
export const dialog = {
  ...module.dialog,
  showMessageBox: (options: MessageBoxOptions) => module.messageBox(options),
}
/** No box belongs to a window here: what it belongs to is the unit tests' matter. */
export const webContents = { fromId: () => undefined }

process.on('message', ({ id, order }: { id: number; order: Order }) => {
  void obey(order).then((answer) => process.send?.({ id, answer }))
})

function report(): Report {
  const { order, schemes, errorBoxes, badges } = world
  return {
    order,
    schemes,
    errorBoxes,
    badges,
    boxes: world.boxes.map(({ options: { message, detail = '' }, open }) => ({ message, detail, open })),
    handlers: [...world.handlers.keys()],
    notifications: world.notifications.map(({ options, state }) => ({ options, state })),
    windows: world.windows.map(({ options, loaded, visible, focused, webContents }) => ({
      options,
      loaded,
      visible,
      focused,
      sent: webContents.sent,
    })),
  }
}

async function obey(order: Order): Promise<Answers[keyof Answers]> {
  const window = world.windows.at(-1)
  switch (order.kind) {
    case 'report':
      return report()
    case 'invoke': {
      const frame = { url: order.from ?? 'app://bundle/index.html', parent: null }
      return world.handlers.get(order.channel)?.({ sender: { id: 1 }, senderFrame: frame }, order.payload)
    }
    case 'fetch': {
      const response = await world.protocols.get('app')?.(new Request(order.url))
      if (!response) return undefined
      const headers = Object.fromEntries(response.headers)
      return { status: response.status, headers, body: await response.text() }
    }
    case 'navigate': {
      const navigation = Object.assign(new FakeEvent(), { url: order.url })
      window?.webContents.emit(order.event, navigation)
      return navigation.defaultPrevented
    }
    case 'open-window': {
      const details = { url: order.url } as Parameters<
        NonNullable<typeof window>['webContents']['windowOpen'] & object
      >[0]
      return window?.webContents.windowOpen?.(details)
    }
    case 'permission':
      return askPermission(order.url)
    case 'blur':
      if (window) window.focused = false
      return undefined
    case 'click-notification':
      world.notifications.at(-1)?.emit('click')
      return undefined
    case 'second-instance':
      world.appEvents.emit('second-instance', new FakeEvent(), order.argv ?? [])
      return undefined
    case 'answer-box':
      world.boxes.find(({ open }) => open)?.answer(order.button)
      return undefined
    case 'quit':
      app.quit()
      return undefined
  }
}

/** What both permission handlers say to geolocation. */
function askPermission(url: string): boolean[] {
  const { request, check } = world.permissions
  const answers: boolean[] = []
  // The handlers never look at the contents.
  const contents = undefined as never
  request?.(contents, 'geolocation', (answer) => answers.push(answer), {
    isMainFrame: true,
    requestingUrl: url,
  })
  if (check) answers.push(check(contents, 'geolocation', url, { isMainFrame: true, requestingUrl: url }))
  return answers
}
