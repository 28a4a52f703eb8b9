import { describe, expect, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import type { SessionWorktree, WorktreeState } from '@shared/domain/worktree'
import { inForce } from '../../../../../src/main/core/conversation/sessions'
import type { WorktreeService } from '../../../../../src/main/core/worktrees/worktrees'
import { fakeEngine } from '../../../../fakes/fake-world'

const worktree: SessionWorktree = {
  root: '/src/app.worktrees/session-1',
  repository: '/src/app',
  branch: 'countersign/session-1',
  base: 'main',
  writable: ['/src/app/.git/objects', '/src/app/.git/worktrees/session-1'],
}

/** Worktrees that stand as they are told to, and what was asked of them. */
function world(state: WorktreeState = { kind: 'clean', ignored: [] }) {
  const asked: string[] = []
  const worktrees: WorktreeService = {
    look: () => Promise.resolve(undefined),
    add: (cwd, wish) => {
      asked.push(`add ${cwd} ${wish.base ?? 'HEAD'}`)
      return Promise.resolve({ worktree, cwd: `${worktree.root}/lib` })
    },
    state: () => Promise.resolve(state),
    remove: () => {
      asked.push('remove')
      return state.kind === 'changed' ? Promise.reject(new Error('not committed')) : Promise.resolve()
    },
  }
  return { asked, ...fakeEngine({ worktrees }) }
}

const begin = ({ engine }: ReturnType<typeof world>) =>
  engine.createSession({ cwd: '/src/app/lib', worktree: { base: 'main' } })

test('a session in a worktree of its own works there, may commit, and says so', async () => {
  const made = world()
  const session = await begin(made)
  expect(made.asked).toEqual(['add /src/app/lib main'])
  expect(session).toMatchObject({
    cwd: `${worktree.root}/lib`,
    branch: worktree.branch,
    worktree,
    sandboxPolicy: { mode: 'workspace-write', writable_roots: worktree.writable },
  })
})

test('another mode and back again keep what commits need; another folder does not', async () => {
  const { engine, ...rest } = world()
  const { id } = await begin({ engine, ...rest })
  const closed = await engine.configureSession(id, { sandboxMode: 'read-only' })
  expect(closed.sandboxPolicy).toEqual({ mode: 'read-only', network_access: false })
  const open = await engine.configureSession(id, { sandboxMode: 'workspace-write' })
  expect(open.sandboxPolicy).toMatchObject({ writable_roots: worktree.writable })
  const away = await engine.configureSession(id, {
    cwd: '/elsewhere',
    sandboxPolicy: sandboxPolicyForMode('workspace-write'),
  })
  expect(away.sandboxPolicy).toMatchObject({ writable_roots: [] })
})

describe.each(['archiveSession', 'deleteSession'] as const)('%s', (end) => {
  test('leaves the worktree unless it is asked for, and then it goes first', async () => {
    const first = world()
    await first.engine[end]((await begin(first)).id)
    expect(first.asked).not.toContain('remove')
    const second = world()
    const { id } = await begin(second)
    expect(await second.engine.worktreeState(id)).toEqual({ kind: 'clean', ignored: [] })
    await second.engine[end](id, true)
    expect(second.asked).toContain('remove')
    expect((await second.engine.state()).sessions).toEqual([])
  })

  test('where something is not committed the worktree stays, and the session', async () => {
    const made = world({ kind: 'changed', files: ['a.txt'], more: 0 })
    const { id } = await begin(made)
    await expect(made.engine[end](id, true)).rejects.toThrow('not committed')
    expect((await made.engine.state()).sessions.map((session) => session.id)).toEqual([id])
    expect(made.asked).not.toContain('remove')
  })

  test('a worktree that another session works in is not removed', async () => {
    const made = world()
    const { id } = await begin(made)
    await made.engine.createSession({ cwd: `${worktree.root}/lib` })
    expect(await made.engine.worktreeState(id)).toEqual({ kind: 'shared' })
    await expect(made.engine[end](id, true)).rejects.toThrow(/another session/)
    expect(made.asked).not.toContain('remove')
  })
})

test('a session without one has none, and a record from elsewhere names none to be removed', async () => {
  const made = world()
  const { id, ...summary } = await made.engine.createSession({ cwd: '/work' })
  expect(await made.engine.worktreeState(id)).toBeUndefined()
  const stored = {
    summary: { ...summary, id, rolloutPath: '/r.jsonl', worktree },
    items: [],
    events: [],
    archived: false,
  }
  const defaults = {
    provider: 'p',
    model: 'm',
    approvalPolicy: 'never',
    sandboxPolicy: sandboxPolicyForMode('read-only'),
  } as const
  expect(inForce({ ...stored, own: false }, defaults).summary.worktree).toBeUndefined()
  expect(inForce({ ...stored, own: true }, defaults).summary.worktree).toEqual(worktree)
})
