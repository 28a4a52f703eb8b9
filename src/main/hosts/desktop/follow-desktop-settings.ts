import type { ConfigFile } from '@shared/domain/settings'
import type { SettingsStore } from '../../core/settings/settings-store'
import type { Log } from '../../core/ports/system'
import type { ComposedEngine } from './desktop-options'

/** The settings as they are on file, and what of them is in force now. */
export interface DesktopSettingsFile extends Pick<SettingsStore, 'read' | 'write'> {
  config(): ConfigFile
  follow(listener: () => void): () => void
}

/** What the desktop reads and writes of config.toml: its own table as it is now, and one key that a person chose in a box. */
export function followSettings(
  settings: DesktopSettingsFile,
  log: Log,
): Pick<ComposedEngine, 'desktop' | 'language' | 'theme' | 'onSettings' | 'remember'> {
  return {
    language: () => settings.config().language,
    theme: () => settings.config().window?.theme,
    onSettings: (listener) => settings.follow(listener),
    desktop: () => settings.config().desktop ?? {},
    async remember(key, value) {
      try {
        const { version } = await settings.read()
        const reply = await settings.write(version, [{ key, value }])
        if (reply.kind !== 'written') log.error(`settings: ${key} was not written: ${reply.kind}`)
      } catch (error) {
        log.error(`settings: ${key} could not be written`, error)
      }
    },
  }
}
