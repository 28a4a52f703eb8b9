import type { ElectronApi } from '../../src/main/hosts/desktop/electron-api'

/** A keyring that turns texts round; `backend` is what Linux says of it. */
export function fakeSafeStorage(backend: 'basic_text' | 'gnome_libsecret' = 'gnome_libsecret') {
  return {
    isEncryptionAvailable: () => true,
    getSelectedStorageBackend: () => backend,
    encryptString: (text) => Buffer.from(`sealed:${[...text].reverse().join('')}`),
    decryptString: (bytes) => {
      const text = bytes.toString()
      if (!text.startsWith('sealed:')) throw new Error('the ciphertext is not valid')
      return [...text.slice(7)].reverse().join('')
    },
  } satisfies ElectronApi['safeStorage']
}
