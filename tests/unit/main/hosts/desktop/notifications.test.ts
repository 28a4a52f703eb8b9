import { expect, test } from 'vitest'
import type { ApprovalRequest } from '@shared/domain/approval'
import { createApprovalNotifications } from '../../../../../src/main/hosts/desktop/notifications'
import { createFakeElectron } from '../../../../fakes/fake-electron'
import { sampleRequest, sampleSession } from '../../../../fakes/fake-engine'

function setUp(change: { focused?: boolean; announces?: boolean; platform?: NodeJS.Platform } = {}) {
  const { api, world } = createFakeElectron()
  const badges: number[] = []
  const opened: string[] = []
  const notify = createApprovalNotifications({
    Notification: api.Notification,
    platform: change.platform ?? 'linux',
    announces: change.announces ?? true,
    isWindowFocused: () => change.focused ?? false,
    setBadge: (count) => badges.push(count),
    open: (sessionId, requestId) => opened.push(`${sessionId} ${requestId}`),
  })
  const tell = (request: Partial<ApprovalRequest>) => {
    notify({ kind: 'approval', request: sampleRequest(request) })
  }
  return { notify, tell, badges, opened, order: world.order, shown: world.notifications }
}

test('a request that arrives unseen is announced with its session and its effect, not its command', () => {
  const { tell, shown } = setUp()
  tell({ command: ['rm', '-rf', '/srv/secret'], effect: 'Delete 3 files in /srv' })
  expect(shown.map(({ options, state }) => ({ ...options, state }))).toEqual([
    { id: 'r1', title: 'Tidy the cache', body: 'Delete 3 files in /srv', state: 'shown' },
  ])
})

test('a focused window is notice enough, and the badge still counts', () => {
  const { tell, shown, badges } = setUp({ focused: true })
  tell({})
  expect({ shown, badges }).toEqual({ shown: [], badges: [1] })
})

test('notifications that are switched off are not shown, and the badge still counts', () => {
  const { tell, shown, badges } = setUp({ announces: false })
  tell({})
  expect({ shown, badges }).toEqual({ shown: [], badges: [1] })
})

test('a request is announced once, however often it changes while it waits', () => {
  const { tell, shown, badges } = setUp()
  tell({})
  tell({ effect: 'Now with facts' })
  expect([shown.length, badges]).toEqual([1, [1]])
})

test('a click opens the request', () => {
  const { tell, shown, opened } = setUp()
  tell({ id: 'r7', sessionId: 's7' })
  shown[0]?.emit('click')
  expect(opened).toEqual(['s7 r7'])
})

test.each(['answered', 'cancelled', 'expired'] as const)('a request that is %s is withdrawn', (state) => {
  const { tell, shown, badges } = setUp()
  tell({ id: 'r1' })
  tell({ id: 'r2' })
  tell({ id: 'r1', state })
  expect(shown.map((notification) => notification.state)).toEqual(['closed', 'shown'])
  expect(badges).toEqual([1, 2, 1])
})

test('on macOS it is removed from the notification centre too', () => {
  const { tell, order } = setUp({ platform: 'darwin' })
  tell({})
  tell({ state: 'answered' })
  expect(order).toEqual(['Notification.remove r1'])
})

test('what was never pending and what is no request changes nothing', () => {
  const { notify, tell, badges, shown } = setUp()
  tell({ state: 'answered' })
  notify({ kind: 'session', session: sampleSession({ pendingApprovals: 3 }) })
  expect({ badges, shown }).toEqual({ badges: [], shown: [] })
})

test.each([
  ['linux', 'Write to /tmp/<b>&amp;', 'Write to /tmp/‹b›＆amp;'],
  ['darwin', 'Write to /tmp/<b>&amp;', 'Write to /tmp/<b>&amp;'],
  ['linux', 'Write to /a\n\u202ecod.exe\u001b[1m', 'Write to /a cod.exe [1m'],
  ['win32', 'x'.repeat(5000), `${'x'.repeat(200)}…`],
] as const)('on %s a hostile effect line stays plain text', (platform, effect, body) => {
  const { tell, shown } = setUp({ platform })
  tell({ effect })
  expect(shown[0]?.options.body).toBe(body)
})
