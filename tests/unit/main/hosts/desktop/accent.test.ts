import { expect, test, vi } from 'vitest'
import { followAccent } from '../../../../../src/main/hosts/desktop/accent'
import { accentTokens } from '../../../../../src/main/hosts/desktop/accent-tokens'
import { createFakeElectron } from '../../../../fakes/fake-electron'
import { createFakeLog } from '../../../../fakes/fake-engine'

/** The contrast of two colours, computed apart from the code under test (WCAG 2.2, relative luminance). */
function contrast(one: string, other: string): number {
  const luminance = (text: string): number => {
    const value = parseInt(text.slice(1), 16)
    const linear = [value >> 16, (value >> 8) & 255, value & 255].map((part) => {
      const share = part / 255
      return share <= 0.04045 ? share / 12.92 : Math.pow((share + 0.055) / 1.055, 2.4)
    })
    return 0.2126 * (linear[0] ?? 0) + 0.7152 * (linear[1] ?? 0) + 0.0722 * (linear[2] ?? 0)
  }
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const tokenOf = (css: string | undefined, name: string): readonly [light: string, dark: string] => {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);`).exec(css ?? '')
  return [found?.[1] ?? '', found?.[2] ?? '']
}

test.each([
  ...[
    '0078d7ff',
    'ffff00ff',
    '000000ff',
    'ffffffff',
    'ff0000',
    '#808080',
    '00FF00ff',
    '1a1a2eff',
    'f7630cff',
    'ffb900ff',
  ],
])('whatever the colour is, the accent can be read in both themes: %s', (system) => {
  const css = accentTokens(system)
  const [light, dark] = tokenOf(css, 'accent')
  const lights = ['#ffffff', '#f5f6f7', '#f6f7f8', '#eceef0', '#e3e6ea'].map((on) => contrast(light, on))
  const darks = ['#17191c', '#121416', '#1e2124', '#24282c', '#2c3136'].map((on) => contrast(dark, on))
  expect([Math.min(...lights) >= 4.5, Math.min(...darks) >= 4.5]).toEqual([true, true])
  // The page's own text on what the accent is behind.
  const [behindLight, behindDark] = tokenOf(css, 'accent-bg')
  expect([contrast('#1b1f24', behindLight) >= 7, contrast('#e6e8eb', behindDark) >= 7]).toEqual([true, true])
})

test('its hue stays: a colour that can be read is taken as it is', () => {
  expect(tokenOf(accentTokens('0b58b5ff'), 'accent')[0]).toBe('#0b58b5')
  expect(tokenOf(accentTokens('7db5ffff'), 'accent')[1]).toBe('#7db5ff')
})

test.each(['', 'red', '12345', '0078d7fff', '#fff', '0078d7ff; } body { display: none', 'zzzzzzzz'])(
  'what is no colour changes nothing: "%s"',
  (system) => {
    expect(accentTokens(system)).toBeUndefined()
  },
)

test('colours that the system forces go before it', () => {
  expect(accentTokens('0078d7ff')).toMatch(/^@media \(forced-colors: none\) \{ :root:root \{ [^{}]+ \} \}$/)
})

function setUp(platform: NodeJS.Platform) {
  const { api, world } = createFakeElectron()
  const log = createFakeLog()
  const accent = followAccent(api, { platform, log })
  const open = () => {
    const window = new api.BrowserWindow({})
    accent.dress(window)
    const made = world.windows.at(-1)
    if (!made) throw new Error('no window')
    return made
  }
  return { world, log, open }
}
const styles = (window: ReturnType<ReturnType<typeof setUp>['open']>) => [
  ...window.webContents.styles.values(),
]

test.each([
  ['win32', 'accent-color-changed'],
  ['linux', 'accent-color-changed'],
  ['darwin', 'AppleColorPreferencesChangedNotification'],
] as const)('each page has it once, as it is now, after each load: %s', async (platform, changed) => {
  const { world, open, log } = setUp(platform)
  const [first, second] = [open(), open()]
  first.webContents.emit('dom-ready')
  second.webContents.emit('dom-ready')
  await vi.waitFor(() => {
    expect([styles(first), styles(second)]).toEqual([[accentTokens('0078d7ff')], [accentTokens('0078d7ff')]])
  })
  world.accent = 'c30052ff'
  world.preferenceEvents.emit(changed)
  world.accent = '107c10ff'
  world.preferenceEvents.emit(changed)
  await vi.waitFor(() => {
    expect([styles(first), styles(second)]).toEqual([[accentTokens('107c10ff')], [accentTokens('107c10ff')]])
  })
  // A load throws away what was put in.
  first.webContents.styles.clear()
  first.webContents.emit('dom-ready')
  await vi.waitFor(() => {
    expect(styles(first)).toEqual([accentTokens('107c10ff')])
  })
  second.close()
  world.preferenceEvents.emit(changed)
  await vi.waitFor(() => {
    expect(styles(first)).toHaveLength(1)
  })
  expect(log.lines).toEqual([])
})

test('where the system has none the page keeps its own', async () => {
  const { world, open, log } = setUp('linux')
  world.accent = undefined
  const window = open()
  window.webContents.emit('dom-ready')
  await vi.waitFor(() => {
    expect(log.lines).toHaveLength(1)
  })
  expect(styles(window)).toEqual([])
})
