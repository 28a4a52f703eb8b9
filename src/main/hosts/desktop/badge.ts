import type { AppWindow, ElectronApi } from './electron-api'
import { nativeMessages } from '@shared/messages/native'
import type { Waiting } from './waiting'

/** What the badge depends on. `dot` is the absolute path of the picture that Windows lays over the window's own. */
export interface BadgeOptions {
  readonly electron: Pick<ElectronApi, 'app' | 'nativeImage'>
  readonly platform: NodeJS.Platform
  readonly waiting: Waiting
  readonly dot: string
  readonly mainWindow: () => AppWindow | undefined
}

/** Keeps the number of what waits at the application's icon; Windows has no number and gets a dot. Returns what puts it at a new window. */
export function keepBadge({ electron, platform, waiting, dot, mainWindow }: BadgeOptions): () => void {
  const draw = (): void => {
    const { length } = waiting.list()
    if (platform === 'win32')
      mainWindow()?.setOverlayIcon(
        length === 0 ? null : electron.nativeImage.createFromPath(dot),
        length === 0 ? '' : nativeMessages().waiting(length),
      )
    else electron.app.setBadgeCount(length)
  }
  waiting.subscribe(({ kind }) => {
    if (kind !== 'changed') draw()
  })
  return draw
}
