import type { AppWindow, ElectronApi } from './electron-api'

/** Shows a window before all others, with the focus: only in answer to something the person did. */
export function bringForward(app: ElectronApi['app'], window: AppWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
  if (process.platform === 'darwin') app.focus({ steal: true })
}
