import { expect, test } from 'vitest'
import { recentFolders } from '../../../../src/renderer/ui/use-folder-completion'
import { session } from '../samples'

const at = (id: string, cwd: string, minute: number, change = {}) =>
  session(id, { provider: 'ollama', cwd, updatedAt: `2026-11-22T10:0${String(minute)}:00.000Z`, ...change })

test('each folder once, the last used first, as the person wrote it; no agent’s, no demo’s, and of a worktree its repository', () => {
  const worktree = {
    root: '/w/1',
    repository: '/src/app',
    branch: 'countersign/1',
    base: 'main',
    writable: [],
  }
  const sessions = [
    at('a', '/src/one', 1),
    at('b', '/real/two', 3, { shownCwd: '/src/two' }),
    at('c', '/src/one', 2),
    at('d', '/w/1', 4, { worktree }),
    at('e', '/tmp/demo', 5, { provider: 'demo' }),
    at('f', '/src/child', 6, { child: { parentId: 'a', name: 'x', kind: 'agent' } }),
  ]
  expect(recentFolders(sessions, (provider) => provider === 'demo')).toEqual([
    '/src/app',
    '/src/two',
    '/src/one',
  ])
})
