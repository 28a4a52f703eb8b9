import type { ComposedEngine } from './desktop-options'
import type { ElectronApi } from './electron-api'

/**
 * Has all that the system and Chromium draw (menus, boxes, title bars, what a page takes for the system's choice) follow `[window] theme`,
 * now and whenever the settings are read anew; without one it is the system's. Before the first window is made, whose colour hangs on it.
 */
export function followTheme(
  nativeTheme: ElectronApi['nativeTheme'],
  settings: Pick<ComposedEngine, 'theme' | 'onSettings'>,
): () => void {
  const follow = (): void => {
    const wanted = settings.theme() ?? 'system'
    if (nativeTheme.themeSource !== wanted) nativeTheme.themeSource = wanted
  }
  follow()
  return settings.onSettings(follow)
}
