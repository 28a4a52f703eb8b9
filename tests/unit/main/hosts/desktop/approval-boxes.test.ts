import { expect, test, vi } from 'vitest'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { DesktopSettings } from '@shared/domain/settings'
import { Assessment } from '@shared/domain/assessment'
import { showApprovalBoxes } from '../../../../../src/main/hosts/desktop/approval-boxes'
import { Waiting } from '../../../../../src/main/hosts/desktop/waiting'
import { createFakeElectron } from '../../../../fakes/fake-electron'
import { sampleEvent, sampleRequest } from '../../../../fakes/fake-engine'

const level = (name: 'low' | 'medium' | 'high' | 'not-assessed', differs: unknown[] = []) =>
  Assessment.parse({ level: name, categories: [], reason: 'so', differs })
const once: ApprovalRequest['offers'] = [
  { id: 'only', kind: 'only-this', grants: [], scopes: ['once'], means: { kind: 'run' } },
  { id: 'out', kind: 'outside', grants: [{ kind: 'unsandboxed' }], scopes: ['once'], means: { kind: 'run' } },
]

interface Given {
  readonly when?: DesktopSettings['approval_boxes']
  readonly visible?: boolean
  readonly platform?: NodeJS.Platform
}

function setUp({ when, visible = false, platform = 'linux' }: Given = {}) {
  const { api, world } = createFakeElectron()
  const waiting = new Waiting()
  const window = visible ? new api.BrowserWindow({}) : undefined
  const decided: unknown[] = []
  const opened: string[] = []
  const clock = { now: 0 }
  const boxes = showApprovalBoxes({
    messageBox: api.messageBox,
    platform,
    waiting,
    when: () => when,
    isWindowVisible: () => visible,
    parent: () => window,
    decide: (id, decision) => decided.push([id, decision]),
    openCompact: (id) => opened.push(id),
    now: () => clock.now,
    speak: (say) => say(),
  })
  const tell = (
    change: Partial<ApprovalRequest>,
    type: 'approval.requested' | 'approval.resolved' = 'approval.requested',
  ) => {
    const request = sampleRequest({ assessment: level('low'), offers: once, ...change })
    waiting.take({ kind: 'event', event: sampleEvent(1, { type, request }) })
  }
  const seen = (update: Assessment, requestId = 'r1') => {
    waiting.take({ kind: 'event', event: sampleEvent(2, { type: 'approval.assessed', requestId, update }) })
  }
  const press = async (button: string, afterMs = 2000) => {
    clock.now += afterMs
    const box = world.boxes.find(({ open }) => open)
    box?.answer(button)
    await box?.done
    await Promise.resolve()
    await Promise.resolve()
  }
  return { tell, seen, press, boxes, decided, opened, shown: world.boxes, window }
}

test.each<[given: Given, boxes: number, opened: number]>([
  [{}, 1, 0],
  [{ visible: true }, 0, 0],
  [{ when: 'hidden', platform: 'win32' }, 1, 0],
  [{ when: 'always', visible: true }, 1, 0],
  [{ when: 'always', visible: true, platform: 'darwin' }, 1, 0],
  // Without a window to belong to, a box would stop all of the application.
  [{ platform: 'darwin' }, 0, 1],
  [{ when: 'never' }, 0, 0],
  [{ when: 'never', visible: true }, 0, 0],
])('with %j there are %i boxes and %i windows', (given, count, windows) => {
  const { tell, shown, opened, window } = setUp(given)
  tell({})
  expect([shown.length, opened.length]).toEqual([count, windows])
  if (count === 1) expect(shown[0]?.window).toBe(window)
})

test.each<[button: string, decided: unknown[], opened: string[]]>([
  ['Allow once', [['r1', { kind: 'allow', offerId: 'only' }]], []],
  ['Deny', [['r1', { kind: 'deny' }]], []],
  ['Open', [], ['r1']],
])('%s does that and nothing else', async (button, answers, windows) => {
  const { tell, press, decided, opened } = setUp()
  tell({})
  await press(button)
  expect([decided, opened]).toEqual([answers, windows])
})

test('no key that was meant for something else allows: Enter and Escape open, and an early yes does, too', async () => {
  const { tell, press, shown, decided, opened } = setUp()
  tell({})
  const { buttons = [], defaultId = 0, cancelId = 0 } = shown[0]?.options ?? {}
  expect([buttons[defaultId], buttons[cancelId]]).toEqual(['Open', 'Open'])
  await press('Allow once', 599)
  expect([decided, opened]).toEqual([[], ['r1']])
})

test('a box for a request of a host begins with its name', () => {
  const { tell, shown } = setUp()
  tell({ id: 'build1:r1', sessionId: 'build1:s1' })
  expect(shown[0]?.options.message).toMatch(/^build1 \| /)
})

test.each<[why: string, change: Partial<ApprovalRequest>]>([
  ['a high level', { assessment: level('high') }],
  ['an unknown level', { assessment: level('not-assessed') }],
  ['a contradicted claim', { assessment: level('low', [{ kind: 'claim', claim: 'safe' }]) }],
  ['a yes that leaves the sandbox', { offers: once.slice(1) }],
  ['no yes at all', { offers: [] }],
  // What a yes would be given to has to stand there.
  ['a patch', { kind: 'patch', changes: { '/srv/x': { type: 'add', content: 'x' } } }],
  ['text for a process', { kind: 'input', input: 'rm -rf ~' }],
  [
    'a call of a tool',
    {
      kind: 'tool',
      tool: {
        invocation: { server: 's', tool: 't', arguments: { all: true } },
        offeredAs: 's__t',
        description: '',
        annotations: {},
      },
    },
  ],
  ['a command that is longer than its line', { command: ['echo', 'x'.repeat(300)] }],
  ['a command of several lines', { command: ['bash', '-lc', 'ls\nrm x'] }],
  ['a command with what nobody sees', { command: ['cat', 'a\u202eb'] }],
  ['a second effect', { effect: { act: { kind: 'said', text: 'Writes x' }, others: 1 } }],
  [
    'more given than fits',
    {
      offers: [
        {
          ...once[0],
          means: { kind: 'run-again', before: 0, stays: [] },
          grants: Array.from({ length: 40 }, (_, at) => ({
            kind: 'write',
            path: `/srv/${String(at)}`,
            extent: 'file',
          })),
        },
      ] as ApprovalRequest['offers'],
    },
  ],
])('%s opens the window instead', (_why, change) => {
  const { tell, shown, opened, boxes } = setUp()
  tell(change)
  expect([shown, opened, boxes.shows('r1')]).toEqual([[], ['r1'], true])
})

test('a box whose request turns out to be high goes, and the window opens; its late answer does nothing', async () => {
  const { tell, seen, shown, opened, decided } = setUp()
  tell({})
  seen(level('high'))
  expect([shown[0]?.open, opened]).toEqual([false, ['r1']])
  shown[0]?.answer('Allow once')
  await vi.waitFor(() => {
    expect(decided).toEqual([])
  })
})

test('a box is withdrawn when its request is answered elsewhere, and the next one comes', async () => {
  const { tell, press, shown, decided } = setUp()
  tell({})
  tell({ id: 'r2' })
  expect(shown.length).toBe(1)
  tell({ state: 'answered' }, 'approval.resolved')
  expect(shown.map(({ open }) => open)).toEqual([false, true])
  await press('Deny')
  expect(decided).toEqual([['r2', { kind: 'deny' }]])
})

test('a request that became high while it stood behind another never gets a box', async () => {
  const { tell, seen, press, shown, opened } = setUp()
  tell({})
  tell({ id: 'r2' })
  seen(level('high'), 'r2')
  await press('Deny')
  expect([shown.length, opened]).toEqual([1, ['r2']])
})
