import { FaultError } from '@shared/domain/fault'
import type { KeySeal } from '../../core/ports/key-store'
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
    async seal(key) {
      const plain = platform === 'linux' && safeStorage.getSelectedStorageBackend() === 'basic_text'
      if (plain || !(await safeStorage.isAsyncEncryptionAvailable()))
        throw new FaultError({
          code: 'store-failed',
          message: "The key was not stored: the system's keyring cannot be used.",
          remedy: 'Unlock or set up a keyring (GNOME Keyring, KWallet), or set the key in the environment',
        })
      return (await safeStorage.encryptStringAsync(key)).toString('base64')
    },
    async open(sealed) {
      try {
        return (await safeStorage.decryptStringAsync(Buffer.from(sealed, 'base64'))).result
      } catch (error) {
        // Sealed by another user or keyring: then there is no key here.
        if (error instanceof Error) return undefined
        throw error
      }
    },
  }
}
