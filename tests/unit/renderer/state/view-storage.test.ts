import { expect, test } from 'vitest'
import { loadView, saveView } from '../../../../src/renderer/app/connect-window'

function storage(held: Record<string, string> = {}, broken = false): Storage {
  const items = new Map(Object.entries(held))
  const guarded = <T>(value: T): T => {
    if (broken) throw new DOMException('denied', 'SecurityError')
    return value
  }
  return {
    get length() {
      return items.size
    },
    key: (index) => [...items.keys()][index] ?? null,
    clear: () => items.clear(),
    getItem: (key) => guarded(items.get(key) ?? null),
    setItem: (key, value) => guarded(void items.set(key, value)),
    removeItem: (key) => guarded(void items.delete(key)),
  }
}

test('a session comes back after a reload, any other page does not', () => {
  const kept = storage()
  saveView(kept, { kind: 'session', sessionId: 's1' })
  const session = loadView(kept)
  saveView(kept, { kind: 'grants' })
  expect([session, loadView(kept)]).toEqual([{ kind: 'session', sessionId: 's1' }, undefined])
})

test('a storage that is switched off only loses the place', () => {
  const broken = storage({}, true)
  saveView(broken, { kind: 'session', sessionId: 's1' })
  expect(loadView(broken)).toBeUndefined()
})
