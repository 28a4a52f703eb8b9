import { expect, test } from 'vitest'
import { sealKeys } from '../../../../../src/main/hosts/desktop/seal-keys'
import { fakeSafeStorage } from '../../../../fakes/fake-safe-storage'

test('what the keyring sealed it opens again, and the sealed form does not show the key', async () => {
  const seal = sealKeys({ safeStorage: fakeSafeStorage() }, 'linux')
  const sealed = await seal.seal('sk-planted')
  expect(Buffer.from(sealed, 'base64').toString()).not.toContain('sk-planted')
  expect(await seal.open(sealed)).toBe('sk-planted')
})

test('what another keyring sealed is no key', async () => {
  expect(await sealKeys({ safeStorage: fakeSafeStorage() }, 'linux').open('c29tZXRoaW5n')).toBeUndefined()
})

test('a fixed password is no keyring: nothing is sealed with it', async () => {
  const seal = sealKeys({ safeStorage: fakeSafeStorage('basic_text') }, 'linux')
  await expect(seal.seal('sk-planted')).rejects.toThrow('keyring cannot be used')
})

test('without encryption nothing is sealed', async () => {
  const safeStorage = { ...fakeSafeStorage(), isAsyncEncryptionAvailable: () => Promise.resolve(false) }
  await expect(sealKeys({ safeStorage }, 'darwin').seal('sk-planted')).rejects.toThrow(
    'keyring cannot be used',
  )
})
