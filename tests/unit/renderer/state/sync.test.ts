import { FaultError } from '@shared/domain/fault'
import type { Push } from '@shared/ipc/push'
import { expect, test, vi } from 'vitest'
import { fakeBridge } from '../fake-bridge'
import { approval, numbered, session, snapshot } from '../samples'

const title = (text: string, seq: number): Push => ({
  seq,
  kind: 'session',
  session: session('s1', { title: text }),
})

test('pushes that come before the snapshot are applied after it, those in it are not', async () => {
  const { store, sync, push } = fakeBridge({
    'app.hello': () => snapshot({ seq: 5, sessions: [session('s1')] }),
  })
  const hello = sync.hello()
  push(title('old', 5))
  push(title('new', 6))
  await hello
  expect([store.getState().seq, store.getState().sessions['s1']?.title]).toEqual([6, 'new'])
})

test.each<[string, Push | undefined]>([
  ['a gap in the numbers', title('x', 12)],
  ['a push that cannot be read', undefined],
])('%s asks for a new snapshot', async (_title, push) => {
  let seq = 5
  const fake = fakeBridge({ 'app.hello': () => snapshot({ seq: (seq += 5) }) })
  await fake.sync.hello()
  fake.push(push)
  await vi.waitFor(() => {
    expect([fake.asked, fake.store.getState().seq]).toEqual([['app.hello', 'app.hello'], 15])
  })
})

test('a hello that fails says why, and the next one can succeed', async () => {
  let fails = true
  const { store, sync } = fakeBridge({
    'app.hello': () => {
      if (fails) throw new FaultError({ code: 'internal', message: 'not yet' })
      return snapshot()
    },
  })
  await sync.hello()
  expect(store.getState().connection).toEqual({
    kind: 'failed',
    fault: { code: 'internal', message: 'not yet' },
  })
  fails = false
  await sync.hello()
  expect(store.getState().connection).toEqual({ kind: 'ready' })
})

test('a session is read once, when it is first looked at', async () => {
  const { asked, store, sync, actions } = fakeBridge({
    'app.hello': () => snapshot({ sessions: [session('s1')] }),
    'session.open': () => ({
      session: session('s1'),
      events: numbered([{ type: 'user.message', text: 'hi' }]),
    }),
  })
  await sync.hello()
  actions.show({ kind: 'session', sessionId: 's1' })
  actions.show({ kind: 'session', sessionId: 's1' })
  await vi.waitFor(() => {
    expect(store.getState().transcripts['s1']?.items).toHaveLength(1)
  })
  expect(asked).toEqual(['app.hello', 'session.open'])
})

test('a message that was not taken comes back into the draft, before what was typed since', async () => {
  const { store, sync, actions } = fakeBridge({
    'app.hello': () => snapshot({ sessions: [session('s1')] }),
    'turn.start': () => {
      actions.setDraft('s1', 'more')
      throw new FaultError({ code: 'missing-key', message: 'no key' })
    },
  })
  await sync.hello()
  actions.setDraft('s1', 'do it')
  await actions.send('s1')
  expect([store.getState().drafts['s1'], store.getState().faults['s1']?.code]).toEqual([
    'do it\nmore',
    'missing-key',
  ])
})

test('a late answer changes nothing and says so; a failed one leaves the request open', async () => {
  let reply: () => unknown = () => ({ kind: 'already', state: 'answered', decidedBy: 'terminal' })
  const { store, sync, actions } = fakeBridge({
    'app.hello': () => snapshot({ sessions: [session('s1')], approvals: [approval('a'), approval('b')] }),
    'approval.decide': () => reply(),
  })
  await sync.hello()
  expect(await actions.decide('a', { kind: 'deny' })).toBe(false)
  expect(store.getState().closed['s1']).toMatchObject({ reply: { kind: 'already' } })
  reply = () => {
    throw new FaultError({ code: 'store-failed', message: 'The disk is full.' })
  }
  expect(await actions.decide('b', { kind: 'deny' })).toBe(false)
  expect([Object.keys(store.getState().approvals), store.getState().faults['s1']?.code]).toEqual([
    ['b'],
    'store-failed',
  ])
})

const said = (text: string) => ({ type: 'user.message', text }) as const
const rewound = {
  ...({ type: 'session.rewound', id: 'r', turnNumber: 2 } as const),
  ...{ lastTurn: 2, turns: 1, messages: 1 },
}

test.each(['while it is shown', 'while it is being read'])(
  'what was taken back %s is read again',
  async (when) => {
    const full = numbered([said('one'), said('two')])
    const left = [...numbered([said('one')]), ...numbered([said('one'), said('two'), rewound]).slice(2)]
    const answers = [full, left]
    const first = Promise.withResolvers<undefined>()
    let asked = 0
    const { store, sync, actions, push } = fakeBridge({
      'app.hello': () => snapshot({ seq: 1, sessions: [session('s1')] }),
      'session.open': async () => {
        asked += 1
        if (asked === 1) await first.promise
        return { session: session('s1'), events: answers[asked - 1] ?? left }
      },
    })
    await sync.hello()
    actions.show({ kind: 'session', sessionId: 's1' })
    const shown = () =>
      store.getState().transcripts['s1']?.items.map((item) => ('text' in item ? item.text : item.kind))
    if (when === 'while it is shown') {
      first.resolve(undefined)
      await vi.waitFor(() => {
        expect(shown()).toEqual(['one', 'two'])
      })
    }
    push({ seq: 2, kind: 'events', events: left.slice(1) })
    first.resolve(undefined)
    await vi.waitFor(() => {
      expect(shown()).toEqual(['one', 'Took the conversation back by a turn; files stay as they are.'])
    })
    expect(asked).toBe(2)
  },
)
