import { expect, test } from 'vitest'
import { windowTitle } from '../../../../src/renderer/app/app'
import { initialState, type View } from '../../../../src/renderer/state/app-state'
import { applyPush, applySnapshot } from '../../../../src/renderer/state/apply-push'
import { approval, session, snapshot } from '../samples'

const at = (view: View, title = 'Mend the clock') => ({
  ...applySnapshot(
    initialState,
    snapshot({ seq: 3, sessions: [session('s1', { title })], approvals: [approval('a')] }),
  ),
  view,
})

test.each([
  [{ kind: 'session', sessionId: 's1' }, '(1) Mend the clock – Countersign'],
  [{ kind: 'session', sessionId: 'gone' }, '(1) Countersign'],
  [{ kind: 'inbox', requestId: undefined }, '(1) Inbox – Countersign'],
  [{ kind: 'start' }, '(1) Countersign'],
  [{ kind: 'grants' }, '(1) Grants – Countersign'],
] as [View, string][])('the window says what is looked at: %j', (view, title) => {
  expect(windowTitle(at(view))).toBe(title)
})

test('a new title is in the window and in what waits at once; one that is older is not taken', () => {
  const before = at({ kind: 'session', sessionId: 's1' })
  const now = session('s1', { title: 'Mend the watch', updatedAt: '2099-01-01T00:00:00.000Z' })
  const after = applyPush(before, { seq: 4, kind: 'session', session: now })
  expect([windowTitle(after), after.approvals['a']?.sessionTitle]).toEqual([
    '(1) Mend the watch – Countersign',
    'Mend the watch',
  ])
  const old = session('s1', { title: 'Old', updatedAt: '2001-01-01T00:00:00.000Z' })
  const late = applyPush(after, { seq: 5, kind: 'session', session: old })
  expect(late.approvals['a']?.sessionTitle).toBe('Mend the watch')
})

test('what an agent asks says the title that the session it works for has now', () => {
  const askedBy = { childId: 'child', parentId: 's1', parentTitle: 'Old', childName: 'helper' }
  const asked = approval('a', { sessionId: 'child', sessionTitle: 'Child', askedBy })
  const before = applySnapshot(
    initialState,
    snapshot({ seq: 3, sessions: [session('s1')], approvals: [asked] }),
  )
  const now = session('s1', { title: 'New', updatedAt: '2099-01-01T00:00:00.000Z' })
  const after = applyPush(before, { seq: 4, kind: 'session', session: now })
  expect(after.approvals['a']).toMatchObject({ sessionTitle: 'Child', askedBy: { parentTitle: 'New' } })
})

test('a title cannot turn the window’s words round', () => {
  expect(windowTitle(at({ kind: 'session', sessionId: 's1' }, 'a\u202Eb'))).not.toContain('\u202E')
})

test('what the command of a host asks is counted with what waits', () => {
  const ask = { id: 'ask-1', host: 'build1', program: 'ssh', kind: 'note', prompt: '' } as const
  const asked = applyPush(at({ kind: 'start' }), { seq: 4, kind: 'hosts', hosts: [], ask })
  expect([windowTitle(asked), windowTitle(applyPush(asked, { seq: 5, kind: 'hosts', hosts: [] }))]).toEqual([
    '(2) Countersign',
    '(1) Countersign',
  ])
})
