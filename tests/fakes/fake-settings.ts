import type { SettingsView } from '../../src/shared/domain/settings-view'
import type { SessionDefaults, SettingsStore } from '../../src/main/core/settings/settings-store'

/** Settings that nobody has set. */
export const noSettings: SettingsView = {
  file: '/home/me/.config/countersign/config.toml',
  version: 'v1',
  rows: [],
  features: [],
  warnings: [],
}

/** A configuration that only gives the defaults; an edit is refused. */
export function fakeSettings(defaults: SessionDefaults): SettingsStore {
  return {
    defaults: () => Promise.resolve(defaults),
    language: () => undefined,
    appearance: () => ({}),
    fileOpener: () => undefined,
    prices: () => ({}),
    read: () => Promise.resolve(noSettings),
    write: () => Promise.resolve({ kind: 'refused', message: 'there is no file' }),
  }
}
