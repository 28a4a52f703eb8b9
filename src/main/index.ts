import { join } from 'node:path'
import { resolveHome } from './adapters/config-toml/resolve-home'
import { composeEngine } from './compose'
import { bootDesktop } from './hosts/desktop/boot'
import { followSettings } from './hosts/desktop/follow-desktop-settings'
import { desktopTrash } from './hosts/desktop/desktop-trash'
import { electronApi } from './hosts/desktop/electron-api'
import { forkUtility } from './hosts/desktop/fork-utility'
import { sealKeys } from './hosts/desktop/seal-keys'
import { wakeSleepers } from './wake-sleepers'

// Electron's entry. The paths are worked out here, as only the entry is sure to stay at out/main/index.js.
const { app } = electronApi
// Chromium keeps compiled code of the window there: it lies where the engine's home is closed to commands.
const profileDir = profileIn(process.env)
const pictures = app.isPackaged ? process.resourcesPath : join(import.meta.dirname, '../../build')

wakeSleepers()
bootDesktop({
  electron: electronApi,
  preload: join(import.meta.dirname, '../preload/index.cjs'),
  rendererDir: join(import.meta.dirname, '../renderer'),
  profileDir,
  devServerUrl: process.env['ELECTRON_RENDERER_URL'],
  platform: process.platform,
  env: process.env,
  argv: process.argv,
  files: {
    icon: join(pictures, 'icons/32x32.png'),
    dot: join(pictures, 'dot.png'),
    resources: app.isPackaged ? process.resourcesPath : '',
    memory: join(profileDir ?? app.getPath('userData'), 'windows.json'),
  },
  onSignal: (listener) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, listener)
  },
  loadUpdater: async () => (await import('electron-updater')).default.autoUpdater,
  compose: async () => {
    const composed = await composeEngine({
      env: process.env,
      forWindow: true,
      version: app.getVersion(),
      trash: desktopTrash(electronApi),
      seal: sealKeys(electronApi, process.platform),
      runtimeProgram: join(import.meta.dirname, 'runtime-process.js'),
      // The system cannot run a program inside an archive: in a package it is that of the engine beside it.
      askpass: app.isPackaged
        ? join(process.resourcesPath, 'engine/bin/countersign-askpass')
        : join(import.meta.dirname, '../../bin/countersign-askpass'),
      startChild: forkUtility(electronApi.utilityProcess),
    })
    const engine = await composed.show()
    return { ...composed, engine, ...followSettings(composed.settings, composed.log) }
  },
})

/** Undefined: the home is not known, which the start says when it makes the engine. */
function profileIn(env: NodeJS.ProcessEnv): string | undefined {
  try {
    return join(resolveHome(env, process.platform), 'window')
  } catch {
    return undefined
  }
}
