import { isAppUrl } from './app-origin'
import type { AppContents, AppSession, ElectronApi } from './electron-api'

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
