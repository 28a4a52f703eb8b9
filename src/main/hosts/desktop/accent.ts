import type { Log } from '../../core/ports/system'
import { accentTokens } from './accent-tokens'
import type { AppContents, AppWindow, ElectronApi } from './electron-api'

/** Gives windows the system's accent colour. */
export interface Accent {
  /** Has a window show it from now on, after each load and each change of it. */
  readonly dress: (window: AppWindow) => void
}

/** How macOS says that it was changed; elsewhere Electron has an event for it. */
const changedOnMac = 'AppleColorPreferencesChangedNotification'

/**
 * Puts the system's accent into the page as its tokens. What the page has stays where the system names none, or no colour that can be
 * read. Only a style sheet of ours is put in, made from numbers.
 */
export function followAccent(
  { systemPreferences }: Pick<ElectronApi, 'systemPreferences'>,
  { platform, log }: { readonly platform: NodeJS.Platform; readonly log: Log },
): Accent {
  const pages = new Map<AppContents, Promise<string | undefined>>()

  function css(): string | undefined {
    try {
      return accentTokens(systemPreferences.getAccentColor())
    } catch (error) {
      log.error('desktop: the accent colour could not be read', error)
      return undefined
    }
  }

  async function draw(
    contents: AppContents,
    before: Promise<string | undefined>,
  ): Promise<string | undefined> {
    try {
      const old = await before
      if (contents.isDestroyed()) return undefined
      if (old !== undefined) await contents.removeInsertedCSS(old)
      const text = css()
      return text === undefined || contents.isDestroyed() ? undefined : await contents.insertCSS(text)
    } catch (error) {
      if (!contents.isDestroyed()) log.error('desktop: the accent colour could not be shown', error)
      return undefined
    }
  }

  const again = (): void => {
    for (const [contents, before] of pages) pages.set(contents, draw(contents, before))
  }
  if (platform === 'darwin') systemPreferences.subscribeNotification(changedOnMac, again)
  else systemPreferences.on('accent-color-changed', again)

  return {
    dress(window) {
      const { webContents } = window
      webContents.on('dom-ready', () => {
        // A new page has nothing of the old one's.
        pages.set(webContents, draw(webContents, Promise.resolve(undefined)))
      })
      window.on('closed', () => {
        pages.delete(webContents)
      })
    },
  }
}
