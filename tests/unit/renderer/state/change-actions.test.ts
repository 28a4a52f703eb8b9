import { FaultError } from '@shared/domain/fault'
import type { SessionStatus } from '@shared/domain/session'
import { expect, test } from 'vitest'
import { loadComments, saveComments, type LineComment } from '../../../../src/renderer/state/line-comments'
import { queuedIn } from '../../../../src/renderer/state/queued-messages'
import { fakeBridge } from '../fake-bridge'
import { session, snapshot } from '../samples'

const comment = (id: string, text: string): LineComment => ({
  ...{ id, text, path: '/work/a.ts', side: 'after', from: 1, to: 1 },
  quoted: ['+let a'],
})

async function open(status: SessionStatus, start: () => unknown = () => ({ turnId: 't' })) {
  const fake = fakeBridge({
    'app.hello': () => snapshot({ sessions: [session('s1', { status })] }),
    'turn.start': start,
    'file.read': () => {
      throw new FaultError({ code: 'internal', message: 'gone' })
    },
  })
  await fake.sync.hello()
  fake.actions.setDraft('s1', 'a draft of its own')
  for (const each of [comment('c1', 'why?'), comment('c2', ' \n')]) fake.actions.comment('s1', each)
  return {
    ...fake,
    held: () => (fake.store.getState().comments['s1'] ?? []).map(({ id }) => id),
    sent: () => fake.calls.filter(([channel]) => channel === 'turn.start').length,
  }
}

test('what is written goes as one message; a comment without a text stays, and so does the draft', async () => {
  const { actions, store, held, sent } = await open('done')
  await actions.sendComments('s1')
  expect([held(), sent(), store.getState().drafts['s1']]).toEqual([['c2'], 1, 'a draft of its own'])
  await actions.sendComments('s1')
  expect(sent()).toBe(1)
})

test('while a turn runs they wait for its end like any message', async () => {
  const { actions, store, held, sent } = await open('running')
  await actions.sendComments('s1')
  expect([held(), sent(), queuedIn(store.getState(), 's1').length]).toEqual([['c2'], 0, 1])
})

test('what the engine does not take is kept, and so is what was changed meanwhile', async () => {
  const refused = await open('done', () => {
    throw new FaultError({ code: 'missing-key', message: 'no key' })
  })
  await refused.actions.sendComments('s1')
  expect(refused.held()).toEqual(['c1', 'c2'])
  expect(refused.store.getState().faults['s1']?.message).toBe('no key')
  const { actions, held } = await open('done')
  const sending = actions.sendComments('s1')
  actions.comment('s1', comment('c1', 'why, and how?'))
  await sending
  expect(held()).toEqual(['c1', 'c2'])
})

test('a file that cannot be asked for is told as one that cannot be read', async () => {
  const { actions } = await open('done')
  expect(await actions.readFile('s1', '/work/a.ts')).toEqual({ kind: 'none', why: 'failed' })
})

/** As much of a storage as is used. */
function storage(kept: Record<string, string>): Storage {
  return {
    get length() {
      return Object.keys(kept).length
    },
    key: (index: number) => Object.keys(kept)[index] ?? null,
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value
    },
    removeItem: (name: string) => {
      Reflect.deleteProperty(kept, name)
    },
    clear: () => undefined,
  }
}

test('they are kept by session over a restart; what another wrote, or nobody could have, is none', () => {
  const kept: Record<string, string> = {}
  const own = { s1: [comment('c1', 'why?')], s2: [comment('c2', '')] }
  saveComments(storage(kept), own, {})
  expect(loadComments(storage(kept))).toEqual(own)
  saveComments(storage(kept), { ...own, s1: [] }, own)
  expect(loadComments(storage(kept))).toEqual({ s2: own.s2 })
  kept['countersign.comments.s3'] = '[{"id":1}]'
  kept['countersign.comments.s4'] = '{'
  kept['countersign.draft.s5'] = 'text'
  expect(loadComments(storage(kept))).toEqual({ s2: own.s2, s3: [], s4: [] })
})
