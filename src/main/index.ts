import { join, resolve } from 'node:path'
import { composeEngine } from './compose'
import { bootDesktop } from './hosts/desktop/boot'
import { desktopTrash } from './hosts/desktop/desktop-trash'
import { electronApi } from './hosts/desktop/electron-api'
import { forkUtility } from './hosts/desktop/fork-utility'
import { sealKeys } from './hosts/desktop/seal-keys'
import { keepWasmBaseline } from './keep-wasm-baseline'

// Electron's entry. The paths are worked out here, as only the entry is sure to stay at out/main/index.js.
const home = process.env['COUNTERSIGN_HOME']

keepWasmBaseline()
bootDesktop({
  electron: electronApi,
  preload: join(import.meta.dirname, '../preload/index.cjs'),
  rendererDir: join(import.meta.dirname, '../renderer'),
  profileDir: home === undefined || home === '' ? undefined : resolve(home, 'window'),
  devServerUrl: process.env['ELECTRON_RENDERER_URL'],
  compose: () =>
    composeEngine({
      env: process.env,
      version: electronApi.app.getVersion(),
      trash: desktopTrash(electronApi),
      seal: sealKeys(electronApi, process.platform),
      runtimeProgram: join(import.meta.dirname, 'runtime-process.js'),
      startChild: forkUtility(electronApi.utilityProcess),
    }),
})
