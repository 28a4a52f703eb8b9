import { FaultError } from '@shared/domain/fault'
import type { KeySeal } from '../../core/ports'
import type { ElectronApi } from './electron-api'

/**
 * Electron's safeStorage as the seal of the key store: the keychain on macOS, DPAPI on Windows, the desktop's keyring on
 * Linux. Where that falls back to a fixed password (`basic_text`), or there is none, nothing is sealed and saving fails.
 */
export function sealKeys(
  { safeStorage }: Pick<ElectronApi, 'safeStorage'>,
  platform: NodeJS.Platform,
): KeySeal {
  return {
    place: "the system's keyring",
    seal(key) {
      const plain = platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
      if (plain || !safeStorage.isEncryptionAvailable())
        throw new FaultError({
          code: 'store-failed',
          message: "The key was not stored: the system's keyring cannot be used.",
          remedy: 'Unlock or set up a keyring (GNOME Keyring, KWallet), or set the key in the environment',
        })
      return safeStorage.encryptString(key).toString('base64')
    },
    open(sealed) {
      try {
        return safeStorage.decryptString(Buffer.from(sealed, 'base64'))
      } catch (error) {
        // Sealed by another user or keyring: then there is no key here.
        if (error instanceof Error) return undefined
        throw error
      }
    },
  }
}
