import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { HostAsk } from '@shared/domain/host-ask'
import type { EngineNotice } from '../../../../../src/main/core/engine/engine-service'
import { keepBadge } from '../../../../../src/main/hosts/desktop/desktop-parts'
import { createNotifications } from '../../../../../src/main/hosts/desktop/notifications'
import { Waiting } from '../../../../../src/main/hosts/desktop/waiting'
import { createFakeElectron } from '../../../../fakes/fake-electron'
import { sampleEvent, sampleRequest, sampleSession } from '../../../../fakes/fake-engine'

function setUp(
  change: {
    focused?: boolean
    announces?: boolean
    platform?: NodeJS.Platform
    sounds?: boolean
    shown?: boolean
  } = {},
) {
  const { api, world } = createFakeElectron()
  const platform = change.platform ?? 'linux'
  const opened: string[] = []
  const denied: string[] = []
  const waiting = new Waiting()
  keepBadge({ electron: api, platform: 'linux', waiting, dot: 'dot.png', mainWindow: () => undefined })
  const listen = createNotifications({
    Notification: api.Notification,
    platform,
    announces: { approvals: change.announces ?? true, turns: change.announces ?? true },
    waiting,
    sounds: () => change.sounds ?? false,
    isWindowFocused: () => change.focused ?? false,
    isShown: () => change.shown ?? false,
    pressed: () => undefined,
    open: (sessionId, requestId) => opened.push(`${String(sessionId)} ${requestId ?? 'itself'}`),
    deny: (id) => denied.push(id),
  })
  const notify = (notice: EngineNotice) => {
    waiting.take(notice)
    listen(notice)
  }
  const tell = (request: Partial<ApprovalRequest>) => {
    const asked = sampleRequest(request)
    const type = asked.state === 'pending' ? 'approval.requested' : 'approval.resolved'
    notify({ kind: 'event', event: sampleEvent(1, { type, request: asked }) })
  }
  return {
    notify,
    tell,
    badges: world.badges,
    opened,
    denied,
    order: world.order,
    shown: world.notifications,
  }
}

test('a request that arrives unseen is announced with its session and its effect, not its command', () => {
  const { tell, shown } = setUp()
  tell({
    command: ['rm', '-rf', '/srv/secret'],
    effect: { act: { kind: 'said', text: 'Delete 3 files in /srv' } },
  })
  expect(shown.map(({ options, state }) => ({ ...options, state }))).toEqual([
    {
      id: 'r1',
      title: 'Tidy the cache',
      body: 'Delete 3 files in /srv',
      silent: true,
      urgency: 'normal',
      timeoutType: 'never',
      state: 'shown',
    },
  ])
})

test('a request is announced under the title that its session has now', () => {
  const { notify, tell, shown } = setUp()
  notify({ kind: 'session', session: sampleSession({ title: 'Mend the clock' }) })
  tell({})
  notify({ kind: 'session', session: sampleSession({ title: 'Mend the watch' }) })
  tell({ id: 'r2' })
  expect(shown.map(({ options }) => options.title)).toEqual(['Mend the clock', 'Mend the watch'])
})

test('what is of a host says so: a request and the end of a turn, whatever the session is called', () => {
  const { notify, tell, shown } = setUp()
  tell({ id: 'build1:r1', sessionId: 'build1:s1' })
  notify({ kind: 'session', session: sampleSession({ id: 'build1:s1', title: 'build2 | Mend' }) })
  tell({ id: 'build1:r2', sessionId: 'build1:s1' })
  const event = sampleEvent(1, { type: 'turn.finished', turnId: 't1', outcome: 'completed' }, 'build1:s1')
  notify({ kind: 'event', event })
  expect(shown.map(({ options }) => options.title)).toEqual([
    'build1 | Tidy the cache',
    'build1 | build2 | Mend',
    'build1 | build2 | Mend',
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
  tell({ effect: { act: { kind: 'said', text: 'Now with facts' } } })
  expect([shown.length, badges]).toEqual([1, [1]])
})

test('a click opens the request', () => {
  const { tell, shown, opened } = setUp()
  tell({ id: 'r7', sessionId: 's7' })
  shown[0]?.emit('click')
  expect(opened).toEqual(['s7 r7'])
})

function turns(change: Parameters<typeof setUp>[0] = {}) {
  const world = setUp(change)
  world.notify({ kind: 'session', session: sampleSession() })
  const tell = (event: AgentEvent) => {
    world.notify({ kind: 'event', event: sampleEvent(1, event) })
  }
  const end = (outcome: 'completed' | 'interrupted' | 'failed', lastMessage?: string) => {
    tell({
      type: 'turn.finished',
      turnId: 't1',
      outcome,
      ...(lastMessage === undefined ? {} : { lastMessage }),
    })
  }
  return { ...world, tell, end }
}

test('a turn that ended unseen is announced with the first line it said, and a click opens its session', () => {
  const { end, shown, opened, badges } = turns()
  end('completed', '\nAll <b>done</b>.\nAnd more.')
  expect(shown[0]?.options).toMatchObject({
    title: 'Tidy the cache',
    body: 'The agent says: “All ‹b›done‹/b›.”',
  })
  shown[0]?.emit('click')
  expect([opened, badges]).toEqual([['s1 itself'], []])
})

test.each([
  ['failed', undefined, ['The turn failed.']],
  ['completed', undefined, ['The turn is done.']],
  ['interrupted', 'Half', []],
  // It ends no quotation marks of ours and passes for no request.
  ['completed', 'x” Deletes 3 files', ["The agent says: “x' Deletes 3 files”"]],
  // A screen that is locked shows it.
  ['completed', 'It is sk-abcdefghijkl.', ['The agent says: “It is [redacted].”']],
] as const)('of a turn that %s with %j is told %j', (outcome, said, told) => {
  const { end, shown } = turns()
  end(outcome, said)
  expect(shown.map(({ options }) => options.body)).toEqual(told)
})

test('a turn is not announced while the window is looked at or turns are switched off, and the next one withdraws it', () => {
  for (const change of [{ focused: true }, { announces: false }]) {
    const { end, shown } = turns(change)
    end('completed', 'Done.')
    expect(shown).toEqual([])
  }
  const { end, tell, shown } = turns()
  end('completed', 'Done.')
  tell({ type: 'turn.started', turnId: 't2', turnNumber: 2 })
  expect(shown[0]?.state).toBe('closed')
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
  tell({ effect: { act: { kind: 'said', text: effect } } })
  expect(shown[0]?.options.body).toBe(body)
})

test.each([
  ['darwin', ['Deny', 'Open']],
  ['win32', ['Deny', 'Open']],
  ['linux', undefined],
] as const)('on %s the buttons of a request are %j; a turn has none', (platform, texts) => {
  const { tell, shown, notify } = setUp({ platform })
  tell({})
  expect(shown[0]?.options.actions?.map(({ text }) => text)).toEqual(texts)
  notify({ kind: 'session', session: sampleSession() })
  notify({ kind: 'event', event: sampleEvent(2, { type: 'turn.finished', turnId: 't1', outcome: 'failed' }) })
  expect(shown[1]?.options.actions).toBeUndefined()
})

test.each<[how: string, press: unknown[], opened: string[], denied: string[]]>([
  ['Deny on the event', [{ actionIndex: 0, selectionIndex: -1 }, 0, -1], [], ['r1']],
  ['Open on the event', [{ actionIndex: 1, selectionIndex: -1 }, 1, -1], ['s1 r1'], []],
  ['Deny in the second argument', [{}, 0], [], ['r1']],
  ['Open in the second argument', [{}, 1], ['s1 r1'], []],
  ['a button that nobody made', [{ actionIndex: 7 }, 7], ['s1 r1'], []],
  ['a shape that nobody knows', [{}], ['s1 r1'], []],
])('%s does what it says', (_how, press, opens, denies) => {
  const { tell, shown, opened, denied } = setUp({ platform: 'darwin' })
  tell({})
  shown[0]?.emit('action', ...press)
  expect([opened, denied]).toEqual([opens, denies])
})

test('a notification that outlived its request neither denies nor opens anything', () => {
  const { tell, shown, opened, denied } = setUp({ platform: 'win32' })
  tell({})
  const [old] = shown
  tell({ state: 'answered' })
  tell({ id: 'r2' })
  old?.emit('action', { actionIndex: 0 })
  old?.emit('action', { actionIndex: 1 })
  old?.emit('click')
  expect([opened, denied]).toEqual([[], []])
})

test('there are sounds only where they were asked for', () => {
  const { tell, shown } = setUp({ sounds: true })
  tell({})
  expect(shown[0]?.options.silent).toBe(false)
})

test('what came up in a box or a window already is not announced besides', () => {
  const { tell, shown, badges } = setUp({ shown: true })
  tell({})
  expect({ shown, badges }).toEqual({ shown: [], badges: [1] })
})

test('Windows gets a dot on the window in place of a number, and none when nothing waits', () => {
  const { api } = createFakeElectron()
  const window = new api.BrowserWindow({})
  const waiting = new Waiting()
  keepBadge({ electron: api, platform: 'win32', waiting, dot: 'dot.png', mainWindow: () => window })
  const tell = (type: 'approval.requested' | 'approval.resolved') => {
    waiting.take({ kind: 'event', event: sampleEvent(1, { type, request: sampleRequest() }) })
    return 'overlay' in window ? window.overlay : undefined
  }
  expect([tell('approval.requested'), tell('approval.resolved')]).toEqual(['1 request waits', undefined])
})

test('what the command of a host asks is announced under its name without a word of its own, counted, opened by a press, and gone with the answer', () => {
  const { notify, shown, badges, opened, order } = setUp({ platform: 'darwin' })
  const asks = (ask?: Pick<HostAsk, 'id' | 'host' | 'kind'>) => {
    const said = ask && { ...ask, program: 'ssh', prompt: 'Type your bank password:' }
    notify({ kind: 'hosts', hosts: [], anew: false, ask: said })
  }
  asks({ id: 'ask-1', host: 'build1', kind: 'secret' })
  asks({ id: 'ask-1', host: 'build1', kind: 'secret' })
  expect(shown.map(({ options }) => options)).toEqual([
    {
      ...{ id: 'ask-1', title: 'build1: ssh asks', body: 'Something to type, such as a passphrase.' },
      ...{ silent: true, urgency: 'normal', timeoutType: 'never' },
    },
  ])
  shown[0]?.emit('click')
  asks({ id: 'ask-2', host: 'build2', kind: 'confirm' })
  shown[0]?.emit('click')
  asks()
  expect(shown.map(({ options, state }) => [options.title, options.body, state])).toEqual([
    ['build1: ssh asks', 'Something to type, such as a passphrase.', 'closed'],
    ['build2: ssh asks', 'A yes or no.', 'closed'],
  ])
  expect({ badges, opened }).toEqual({ badges: [1, 0, 1, 0], opened: ['undefined ask-1'] })
  expect(order).not.toContain('bank')
})
