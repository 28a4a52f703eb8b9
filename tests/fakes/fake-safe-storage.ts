import type { ElectronApi } from '../../src/main/hosts/desktop/electron-api'

const turned = (text: string): string => Array.from(text).reverse().join('')

/** A keyring that turns texts round; `backend` is what Linux says of it. */
export function fakeSafeStorage(backend: 'basic_text' | 'gnome_libsecret' = 'gnome_libsecret') {
  return {
    isAsyncEncryptionAvailable: () => Promise.resolve(true),
    getSelectedStorageBackend: () => backend,
    encryptStringAsync: (text) => Promise.resolve(Buffer.from(`sealed:${turned(text)}`)),
    decryptStringAsync: (bytes) => {
      const text = bytes.toString()
      return text.startsWith('sealed:')
        ? Promise.resolve({ result: turned(text.slice(7)), shouldReEncrypt: false })
        : Promise.reject(new Error('the ciphertext is not valid'))
    },
  } satisfies ElectronApi['safeStorage']
}
