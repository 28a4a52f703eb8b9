import type { ElectronApi } from './electron-api'

/** As electron-builder.yml has it: Windows joins notifications, taskbar and shortcuts by it. */
const appId = 'dev.countersign.app'

/** By which Windows starts us for a notification that outlived us; made up once and never changed. */
const toastClass = '{7C1C6F0B-3E0D-4E0C-9C58-5B1D2A0F6C41}'

/** The scheme of links to sessions. */
const linkScheme = 'countersign'

/** Says who we are to the system, before ready: on Windows both, in this order, or notifications are nobody's. */
export function sayWhoWeAre(app: ElectronApi['app'], platform: NodeJS.Platform): void {
  if (platform === 'win32') {
    app.setToastActivatorCLSID(toastClass)
    app.setAppUserModelId(appId)
  }
  // A checkout would register the bare runtime with whatever script it was started with.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)
}
