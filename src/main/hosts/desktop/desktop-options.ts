import type { DesktopSettings } from '@shared/domain/settings'
import type { Appearance } from '@shared/domain/appearance'
import type { Language } from '@shared/domain/language'
import type { HookGatewayOfHome } from '../../core/ports/hook-settings'
import type { ShownEngine } from '../../core/host-link/with-hosts'
import type { Log } from '../../core/ports/system'
import type { Announced } from '../../core/notify/announced'
import type { SearchFiles } from '../../core/ports/read-files'
import type { ElectronApi } from './electron-api'
import type { Updater } from './look-for-updates'

/** The parts a desktop application runs on. */
export interface ComposedEngine {
  readonly engine: ShownEngine
  readonly log: Log
  readonly version: string
  /** Whether approvals are announced while no window is looked at. */
  readonly announces: Announced
  readonly searchFiles: SearchFiles
  readonly hookGatewayOfHome: HookGatewayOfHome
  /** `[desktop]` of config.toml as it is now. */
  desktop(): DesktopSettings
  /** The language that is chosen for windows; undefined: the person's own. */
  language(): Language | undefined
  /** The colours that are chosen for windows; undefined: the system's. */
  theme(): Appearance['theme']
  /** Has the listener called whenever the settings were read anew; returns what ends that. */
  onSettings(listener: () => void): () => void
  /** Writes one key of config.toml. Never throws: what cannot be written is asked again. */
  remember(key: string, value: string): Promise<void>
}

/**
 * What the entry knows. Paths are absolute. `profileDir` is Chromium's profile and the scope of the instance lock,
 * undefined for the platform's default. `devServerUrl` is ignored in a packaged build. `compose` may throw; its
 * message is shown. `loadUpdater` is called only where there may be updates.
 */
export interface DesktopOptions {
  readonly electron: ElectronApi
  readonly preload: string
  readonly rendererDir: string
  readonly profileDir: string | undefined
  readonly devServerUrl: string | undefined
  readonly platform: NodeJS.Platform
  readonly env: NodeJS.ProcessEnv
  readonly argv: readonly string[]
  /** The pictures of tray and badge, the packaged application's own folder, and where it remembers its windows. */
  readonly files: {
    readonly icon: string
    readonly dot: string
    readonly resources: string
    readonly memory: string
  }
  loadUpdater(): Promise<Updater>
  /** Has the listener called when somebody ends the program from outside. */
  onSignal(listener: () => void): void
  compose(): Promise<ComposedEngine>
}
