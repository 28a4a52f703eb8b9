import { expect, test } from 'vitest'
import { followTheme } from '../../../../../src/main/hosts/desktop/desktop-parts'
import { createFakeElectron } from '../../../../fakes/fake-electron'

test('what the system draws has the chosen colours from the start, follows each change, and goes back to the system’s', () => {
  const { api, world } = createFakeElectron()
  const { nativeTheme } = api
  world.dark = false
  let theme: 'light' | 'dark' | undefined = 'dark'
  const listeners = new Set<() => void>()
  let changes = 0
  nativeTheme.on('updated', () => {
    changes += 1
  })
  const end = followTheme(nativeTheme, {
    theme: () => theme,
    onSettings: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  const read = (chosen: typeof theme): readonly unknown[] => {
    theme = chosen
    for (const tell of listeners) tell()
    return [nativeTheme.themeSource, nativeTheme.shouldUseDarkColors, changes]
  }
  expect([nativeTheme.themeSource, nativeTheme.shouldUseDarkColors, changes]).toEqual(['dark', true, 1])
  expect(read('dark')).toEqual(['dark', true, 1])
  expect(read('light')).toEqual(['light', false, 2])
  expect(read(undefined)).toEqual(['system', false, 3])
  end()
  expect(read('dark')).toEqual(['system', false, 3])
})
