import { expect, test } from 'vitest'
import { sealKeys } from '../../../../../src/main/hosts/desktop/seal-keys'
import { fakeSafeStorage } from '../../../../fakes/fake-safe-storage'

test('what the keyring sealed it opens again, and the sealed form does not show the key', () => {
  const seal = sealKeys({ safeStorage: fakeSafeStorage() }, 'linux')
  const sealed = seal.seal('sk-planted')
  expect(Buffer.from(sealed, 'base64').toString()).not.toContain('sk-planted')
  expect(seal.open(sealed)).toBe('sk-planted')
})

test('what another keyring sealed is no key', () => {
  expect(sealKeys({ safeStorage: fakeSafeStorage() }, 'linux').open('c29tZXRoaW5n')).toBeUndefined()
})

test('a fixed password is no keyring: nothing is sealed with it', () => {
  const seal = sealKeys({ safeStorage: fakeSafeStorage('basic_text') }, 'linux')
  expect(() => seal.seal('sk-planted')).toThrow('keyring cannot be used')
})

test('without encryption nothing is sealed', () => {
  const safeStorage = { ...fakeSafeStorage(), isEncryptionAvailable: () => false }
  expect(() => sealKeys({ safeStorage }, 'darwin').seal('sk-planted')).toThrow('keyring cannot be used')
})
