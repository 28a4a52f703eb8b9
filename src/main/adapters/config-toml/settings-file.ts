import { FaultError } from '@shared/domain/fault'
import type { ConfigFile, ModelChoice } from '@shared/domain/settings'
import type { SettingEdit, SettingsReply, SettingsView } from '@shared/domain/settings-view'
import { sessionDefaults } from '../../core/settings/session-defaults'
import type { SettingsStore } from '../../core/settings/settings-store'
import { ConfigError } from './config-error'
import { loadSettings, type LoadedSettings, type SettingsPlace } from './load-settings'
import { readText } from './read-toml'
import { replaceFile, versionOf } from './replace-file'
import { featureRows, settingRows } from './setting-rows'

/** A store that also tells the configuration it has read last, for those who cannot wait for a file. */
export interface SettingsFile extends SettingsStore {
  config(): ConfigFile
  /** Has the listener called whenever the file was read anew; returns what ends that. */
  follow(listener: () => void): () => void
  /** The configuration as it is on file now; the last that could be used, where it cannot be. */
  fresh(): Promise<ConfigFile>
}

/** The settings of a place, read anew each time. `loaded` is what it said at the start; `choice` the first model there is. */
export function createSettingsFile(
  place: SettingsPlace,
  loaded: LoadedSettings,
  choice: () => ModelChoice | undefined,
): SettingsFile {
  let last = loaded
  const listeners = new Set<() => void>()
  let writing: Promise<unknown> = Promise.resolve()
  const load = async (cwd?: string): Promise<LoadedSettings> => {
    const now = await loadSettings(place, cwd)
    if (cwd !== undefined) return now
    last = now
    for (const notify of listeners) notify()
    return now
  }
  const read = async (cwd?: string): Promise<SettingsView> => {
    try {
      return viewOf(await load(cwd))
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      const text = await readText(last.path).catch(() => undefined) // the problem says why
      return { ...viewOf(last), version: versionOf(text ?? ''), problem: error.message }
    }
  }
  const write = async (version: string, edits: readonly SettingEdit[]): Promise<SettingsReply> => {
    const { path } = last
    try {
      const text = (await readText(path)) ?? ''
      if (versionOf(text) !== version) return { kind: 'conflict', view: await read() }
      const { editToml } = await import('./edit-toml')
      const edited = editToml(text, edits)
      await loadSettings({ ...place, text: edited })
      return (await replaceFile(path, { text: edited, version }))
        ? { kind: 'written', view: await read() }
        : { kind: 'conflict', view: await read() }
    } catch (error) {
      if (error instanceof FaultError) throw error
      return { kind: 'refused', message: error instanceof Error ? error.message : String(error) }
    }
  }
  return {
    async defaults(cwd, profile) {
      try {
        const { config, project } =
          profile === undefined
            ? await load(cwd)
            : await loadSettings({ ...place, flags: { ...place.flags, profile } }, cwd)
        return sessionDefaults(config, project?.trust, choice())
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
        const fault = {
          code: 'bad-request' as const,
          message: error.message,
          remedy: 'Mend it and try again.',
        }
        throw new FaultError(fault, error)
      }
    },
    config: () => last.config,
    follow(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    fresh: async () => {
      await read()
      return last.config
    },
    language: () => last.config.language,
    appearance: () => last.config.window ?? {},
    fileOpener: () => last.config.file_opener,
    prices: () => last.config.model_prices ?? {},
    read,
    write(version, edits) {
      const next = writing.then(() => write(version, edits))
      writing = next.catch(() => undefined) // whoever asked for it is told
      return next
    },
  }
}

function viewOf(settings: LoadedSettings): SettingsView {
  return {
    file: settings.path,
    version: versionOf(settings.text),
    rows: settingRows(settings),
    features: featureRows(settings),
    warnings: [...settings.warnings],
  }
}
