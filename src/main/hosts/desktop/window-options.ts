import type { BrowserWindowConstructorOptions } from 'electron'

/** What the options depend on. `preload` is absolute. */
export interface WindowLook {
  readonly preload: string
  readonly dark: boolean
  readonly packaged: boolean
}

/** The colour of the page itself, so that nothing flashes while it is drawn. */
export const backgroundOf = (dark: boolean): string => (dark ? '#17191c' : '#ffffff')

/** The options of every window of ours, of the main one's size. Safe defaults are stated all the same, so that no update of Electron moves them. */
export function windowOptions(look: WindowLook): BrowserWindowConstructorOptions {
  return {
    title: 'Countersign',
    width: 1280,
    height: 820,
    minWidth: 720,
    minHeight: 520,
    // Shown when drawn; the colour is the page's own background, so that nothing flashes.
    show: false,
    backgroundColor: backgroundOf(look.dark),
    webPreferences: {
      preload: look.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      // Dictionaries would be downloaded from a server of their own.
      spellcheck: false,
      devTools: !look.packaged,
    },
  }
}
