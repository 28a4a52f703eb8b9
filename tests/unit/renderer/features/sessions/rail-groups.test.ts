import { expect, test } from 'vitest'
import { railGroups } from '../../../../../src/renderer/features/sessions/rail-groups'
import { session } from '../../samples'

const at = (minute: number): { updatedAt: string } => ({
  updatedAt: `2026-11-21T10:0${String(minute)}:00.000Z`,
})

test('sessions stand under what they need, newest first, and what has not begun by itself', () => {
  const groups = railGroups([
    session('done', { status: 'done', ...at(5) }),
    session('failed', { status: 'failed', ...at(6) }),
    session('idle', { status: 'idle', ...at(1) }),
    session('old', { status: 'running', ...at(1) }),
    session('new', { status: 'running', ...at(2) }),
    session('asks', { status: 'needs-you' }),
    session('waits', { status: 'running', pendingApprovals: 1, ...at(9) }),
  ])
  const ids = Object.values(groups).map((group: readonly { id: string }[]) => group.map(({ id }) => id))
  expect(ids).toEqual([['waits', 'asks'], ['new', 'old'], ['idle'], ['failed', 'done']])
})

test('agents have no row of their own, and a session runs as long as one of its agents does', () => {
  const child = { parentId: 'rests', name: 'ann', kind: 'agent' } as const
  const sessions = [session('rests', { status: 'done' }), session('ann', { status: 'running', child })]
  const { needsYou, running, done } = railGroups(sessions)
  expect([needsYou, running.map(({ id }) => id), done]).toEqual([[], ['rests'], []])
})
