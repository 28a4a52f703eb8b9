import type { MenuItemConstructorOptions, NativeImage } from 'electron'
import { nativeMessages, requestOnOneLine } from '@shared/messages/native'
import type { ElectronApi } from './electron-api'
import { menuLabel, plainText } from './plain-text'
import type { Waiting } from './waiting'

/** What the tray depends on. `icon` is the absolute path of a picture of this platform's kind. */
export interface TrayOptions {
  readonly electron: Pick<ElectronApi, 'Tray' | 'Menu' | 'nativeImage'>
  readonly platform: NodeJS.Platform
  readonly icon: string
  readonly waiting: Waiting
  readonly show: () => void
  readonly open: (requestId: string, sessionId: string | undefined) => void
  readonly quit: () => void
}

const mostListed = 8

/**
 * Puts the application into the tray: how many requests wait, the oldest of them by name, the window, the end. Nothing is decided
 * from it. Some desktops show no tray: it is never the only way to anything. Undefined where there is no picture for it.
 */
export function showTray(options: TrayOptions): { close(): void } | undefined {
  const { electron, waiting, platform } = options
  const image = trayImage(electron.nativeImage.createFromPath(options.icon), platform)
  if (image.isEmpty()) return undefined
  const tray = new electron.Tray(image)
  const draw = (): void => {
    const { length } = waiting.list()
    tray.setToolTip(`Countersign: ${nativeMessages().waiting(length)}`)
    if (platform === 'darwin') tray.setTitle(length === 0 ? '' : String(length))
    // Linux shows a menu as it was when it was given.
    tray.setContextMenu(electron.Menu.buildFromTemplate(menuOf(options)))
  }
  tray.on('click', () => {
    options.show()
  })
  draw()
  const unsubscribe = waiting.subscribe(draw)
  return {
    close() {
      unsubscribe()
      tray.destroy()
    },
  }
}

function menuOf({ waiting, show, open, quit, platform }: TrayOptions): MenuItemConstructorOptions[] {
  const all = waiting.list()
  const listed = all.slice(0, mostListed).map(({ id, sessionId, title, body, request }) => ({
    label: menuLabel(
      plainText(`${title}: ${request === undefined ? body : requestOnOneLine(request)}`, platform, 80),
    ),
    click: () => {
      open(id, sessionId)
    },
  }))
  const rest = all.length - listed.length
  return [
    { label: nativeMessages().waiting(all.length), enabled: false },
    ...listed,
    ...(rest > 0 ? [{ label: nativeMessages().more(rest), click: show }] : []),
    { type: 'separator' },
    { label: nativeMessages().tray.show, click: show },
    { label: nativeMessages().tray.quit, click: quit },
  ]
}

function trayImage(image: NativeImage, platform: NodeJS.Platform): NativeImage {
  return image.isEmpty() || platform !== 'darwin' ? image : image.resize({ width: 18 })
}
