import { expect, test } from 'vitest'
import { approvalFragment, sessionFragment, windowRoute } from '../../../../src/renderer/lib/window-route'

const rows: readonly (readonly [fragment: string, route: ReturnType<typeof windowRoute>])[] = [
  ['', { kind: 'whole' }],
  ['#', { kind: 'whole' }],
  ['#token=abc', { kind: 'whole' }],
  ['#high', { kind: 'whole' }],
  ['#/approvals/a1', { kind: 'whole' }],
  ['#/approval/a1/b', { kind: 'whole' }],
  ['#/approval', { kind: 'approval', requestId: undefined }],
  ['#/approval/', { kind: 'approval', requestId: undefined }],
  ['#/approval/a1', { kind: 'approval', requestId: 'a1' }],
  ['#/approval/a%2F1%20%23', { kind: 'approval', requestId: 'a/1 #' }],
  ['#/approval/__proto__', { kind: 'approval', requestId: undefined }],
  ['#/approval/%E0%A4%A', { kind: 'approval', requestId: undefined }],
]

test.each(rows)('%j is read as a route', (fragment, route) => {
  expect(windowRoute(fragment)).toEqual(route)
})

test('what is written is read again, whatever the id holds', () => {
  for (const id of ['a1', 'a/1', '%', '#?&', 'ü ⟦'])
    expect(windowRoute(approvalFragment(id))).toEqual({ kind: 'approval', requestId: id })
})

test.each([
  ['#/session/s1', { kind: 'session', sessionId: 's1' }],
  [sessionFragment('a/b %'), { kind: 'session', sessionId: 'a/b %' }],
  ['#/session/', { kind: 'whole' }],
  ['#/session/%E0%A4%A', { kind: 'whole' }],
  ['#/session/__proto__', { kind: 'whole' }],
  ['#/session/%5F_proto__', { kind: 'whole' }],
  ['#/session/constructor', { kind: 'whole' }],
  ['#/session/toString', { kind: 'whole' }],
  ['#/session/a/b', { kind: 'whole' }],
])('a session’s own window: %s', (fragment, route) => {
  expect(windowRoute(fragment)).toEqual(route)
})
