import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followActivations } from '../../../../../src/main/hosts/desktop/desktop-parts'
import { createFakeElectron } from '../../../../fakes/fake-electron'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function setUp(platform: NodeJS.Platform = 'win32') {
  const { api, world } = createFakeElectron()
  let presented = 0
  const { pressed } = followActivations(api.Notification, { platform, present: () => (presented += 1) })
  const activate = (type = 'click', actionIndex?: number): void => {
    for (const tell of world.activations)
      tell({ type, arguments: 'type=action&action=0', ...(actionIndex === undefined ? {} : { actionIndex }) })
  }
  return { world, pressed, activate, presented: () => presented }
}

test.each([
  ['click', undefined],
  ['action', 0],
  ['reply', undefined],
] as const)(
  'a notification that outlived who made it opens the window, and its button does nothing more: %s',
  (type, index) => {
    const { activate, presented } = setUp()
    activate(type, index)
    vi.advanceTimersByTime(1000)
    expect(presented()).toBe(1)
  },
)

test.each(['before', 'after'] as const)(
  'one that is listened to acts by itself alone, told %s it',
  (order) => {
    const { activate, pressed, presented } = setUp()
    if (order === 'before') pressed()
    activate()
    if (order === 'after') pressed()
    vi.advanceTimersByTime(1000)
    expect(presented()).toBe(0)
    vi.advanceTimersByTime(10_000)
    activate()
    vi.advanceTimersByTime(1000)
    expect(presented()).toBe(1)
  },
)

test.each(['linux', 'darwin'] as const)('elsewhere there is nothing to ask for: %s', (platform) => {
  expect(setUp(platform).world.activations).toEqual([])
})
