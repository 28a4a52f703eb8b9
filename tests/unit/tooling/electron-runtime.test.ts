import { describe, expect, test } from 'vitest'
import { desktopObstacle, failureStands } from '../../../scripts/setup/electron-runtime.mjs'

describe('what keeps the desktop window from opening', () => {
  const rows: [title: string, facts: Parameters<typeof desktopObstacle>[0], reason: string | undefined][] = [
    ['Linux without a display', { platform: 'linux', env: {}, uid: 1000 }, 'No display'],
    ['an empty DISPLAY', { platform: 'linux', env: { DISPLAY: '' }, uid: 1000 }, 'No display'],
    ['X11', { platform: 'linux', env: { DISPLAY: ':0' }, uid: 1000 }, undefined],
    ['Wayland', { platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' }, uid: 1000 }, undefined],
    [
      'root with a display',
      { platform: 'linux', env: { DISPLAY: ':0' }, uid: 0 },
      'The desktop window does not run as root',
    ],
    ['macOS', { platform: 'darwin', env: {}, uid: 501 }, undefined],
    ['Windows', { platform: 'win32', env: {}, uid: undefined }, undefined],
  ]

  test.each(rows)('%s', (_title, facts, reason) => {
    expect(desktopObstacle(facts)).toBe(reason)
  })
})

describe('a failed download', () => {
  const hour = 3_600_000
  const rows: [title: string, record: string | undefined, stands: boolean][] = [
    ['is remembered for the same Electron', `a ${String(10 * hour)}`, true],
    ['is forgotten after six hours', `a ${String(4 * hour)}`, false],
    ['does not count for another Electron', `b ${String(10 * hour)}`, false],
    ['does not count when it lies in the future', `a ${String(12 * hour)}`, false],
    ['was never recorded', undefined, false],
    ['has an unreadable record', 'a yesterday', false],
  ]

  test.each(rows)('%s', (_title, record, stands) => {
    expect(failureStands(record, { key: 'a', now: 11 * hour })).toBe(stands)
  })
})
