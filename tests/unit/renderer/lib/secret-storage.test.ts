import { expect, test } from 'vitest'
import { keepSecretIn } from '../../../../src/renderer/lib/secret-storage'

/** Storage that two tabs share. */
function sharedStorage(): Storage {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  } as Storage
}

const first = 'a'.repeat(43)
const second = 'b'.repeat(43)

test('one tab keeps it, every tab has it, and the newest holds', () => {
  const storage = sharedStorage()
  const [one, other] = [keepSecretIn(() => storage), keepSecretIn(() => storage)]
  expect(other.kept()).toBeUndefined()
  one.keep(first)
  expect(other.kept()).toBe(first)
  other.keep(second)
  expect(one.kept()).toBe(second)
})

test('without storage this tab still has it', () => {
  const kept = keepSecretIn(() => {
    throw new DOMException('storage is switched off', 'SecurityError')
  })
  kept.keep(first)
  expect(kept.kept()).toBe(first)
})

test('what cannot be said to a WebSocket is none', () => {
  const storage = sharedStorage()
  storage.setItem('countersign.bridge-secret', 'two words, and more than twenty characters')
  expect(keepSecretIn(() => storage).kept()).toBeUndefined()
})
