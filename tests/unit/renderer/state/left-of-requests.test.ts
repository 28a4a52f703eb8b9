import { expect, test } from 'vitest'
import { loadLeft, saveLeft, type Left } from '../../../../src/renderer/state/left-of-requests'

function memoryStorage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage
}

const left: Left = { files: ['a'], hunks: { b: ['@@ -1 +1 @@'] } }

test('what is left out is there after a reload; of many requests the newest', () => {
  const storage = memoryStorage()
  saveLeft(storage, { r1: left })
  expect(loadLeft(storage)).toEqual({ r1: left })
  saveLeft(storage, Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`r${String(at)}`, left])))
  expect(Object.keys(loadLeft(storage))).toHaveLength(100)
  expect(loadLeft(storage)['r149']).toEqual(left)
})

test.each(['', 'null', '{"r1":{"files":[1],"hunks":{}}}'])(
  'of what is no such choice (%s) nothing is taken',
  (text) => {
    const storage = memoryStorage()
    storage.setItem('countersign.left-out', text)
    expect(loadLeft(storage)).toEqual({})
  },
)
