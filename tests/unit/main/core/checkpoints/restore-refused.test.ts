import { expect, test } from 'vitest'
import type { SessionSummary } from '@shared/domain/session'
import { SessionRestore } from '../../../../../src/main/core/checkpoints/session-restore'

type Parts = ConstructorParameters<typeof SessionRestore>

/** The session `mine` in `/w`, beside another of this status there, and what is kept of the run `r` of a session. */
function restores({
  status,
  owner = 'mine',
  why,
  left = ['in'],
  until: [began, end] = [],
}: {
  readonly status: SessionSummary['status']
  readonly owner?: string
  /** Why nothing can be told of any folder. */
  readonly why?: string
  readonly left?: readonly string[]
  /** Told of the first that is put back, and ends it. */
  readonly until?: readonly PromiseWithResolvers<undefined>[]
}) {
  const done: string[] = []
  const summary = { updatedAt: '', id: 'mine', cwd: '/w', title: 'Mine', status: 'idle' }
  const gone = why === undefined ? [] : [{ ...summary, id: 'gone', cwd: '/gone' }]
  const session = { summary, emit: ({ type }: { type: string }) => done.push(type) }
  const sessions = {
    get: () => Promise.resolve(session),
    claim: () => Promise.resolve(session),
    within: () =>
      Promise.resolve([...gone, summary, { id: 'other', cwd: '/w', title: 'Other', updatedAt: '', status }]),
  } as unknown as Parts[0]
  const restored = { files: [], left: [] }
  const act = async () => {
    began?.resolve(undefined)
    await end?.promise
    done.push('put back')
    return restored
  }
  const look = { run: { session: owner, item: 'c', title: 'rm a', not: [] }, files: [], since: [] }
  const copies = {
    checkpoints: {
      restore: act,
      look: () => Promise.resolve(why === undefined ? { kind: 'ready' } : { kind: 'unavailable', why }),
      leftBefore: () => Promise.resolve(left),
    },
    preimages: {
      look: (run: string) => Promise.resolve(run === 'gone' ? undefined : look),
      restore: act,
      leftBefore: () => Promise.resolve(left.map(() => '/out')),
      list: () => Promise.resolve([]),
    },
    ids: { next: () => 'id' },
    workspace: {
      resolveFolder: (folder: string) =>
        folder === '/gone' ? Promise.reject(new Error('gone')) : Promise.resolve(folder),
    },
  } as unknown as Parts[1]
  return { restore: new SessionRestore(sessions, copies), done }
}

const wish = { way: 'undo', turnNumber: 1, sinceToo: false } as const

test.each(['running', 'needs-you'] as const)(
  'nothing is put back under a turn that is %s',
  async (status) => {
    const { restore, done } = restores({ status })
    const busy = /A turn runs in this folder \(Other\)/
    await expect(restore.restore('mine', wish)).rejects.toThrow(busy)
    await expect(restore.restore('mine', { ...wish, run: 'r' })).rejects.toThrow(busy)
    expect(await restore.look('mine', 'undo')).toMatchObject({
      kind: 'unavailable',
      why: expect.stringMatching(busy) as string,
    })
    expect(done).toEqual([])
  },
)

test('where none runs it is', async () => {
  const { restore, done } = restores({ status: 'idle' })
  await restore.restore('mine', wish)
  expect(done).toEqual(['put back', 'files.restored'])
})

test('a run of another session is not this one’s to take back', async () => {
  const { restore, done } = restores({ status: 'idle', owner: 'other' })
  await expect(restore.restore('mine', { ...wish, run: 'r' })).rejects.toThrow('Nothing is kept of this run')
  expect(done).toEqual([])
})

test('what earlier restores left is told by a look at a turn, and for a folder, inside of it and outside', async () => {
  const { restore } = restores({ status: 'idle' })
  expect(await restore.look('mine', 'undo')).toMatchObject({
    kind: 'unavailable',
    why: expect.stringContaining('in, /out') as string,
  })
  expect(await restore.list('/w')).toMatchObject({ left: ['/w/in', '/out'] })
})

test('why nothing can be told of a folder that is there is told once', async () => {
  const { restore } = restores({ status: 'idle', why: 'It is broken off.' })
  expect(await restore.list('/w')).toMatchObject({ found: [], trouble: ['It is broken off.'] })
})

test('who looks, or puts back, while something is being put back in the session is answered when it is done', async () => {
  const began = Promise.withResolvers<undefined>()
  const end = Promise.withResolvers<undefined>()
  const { restore, done } = restores({ status: 'idle', left: [], until: [began, end] })
  const first = restore.restore('mine', wish)
  await began.promise
  const look = restore.look('mine', 'redo').then(() => done.push('looked'))
  const rewind = restore.lookRewind('mine', 1).then(
    () => undefined,
    () => done.push('looked'),
  )
  const second = restore.restore('mine', { ...wish, way: 'redo' })
  await new Promise((resolve) => setImmediate(resolve))
  expect(done).toEqual([])
  end.resolve(undefined)
  await Promise.all([first, look, rewind, second])
  expect(done.slice(0, 2)).toEqual(['put back', 'files.restored'])
  expect(done.toSorted()).toEqual(
    ['files.restored', 'files.restored', 'looked', 'looked', 'put back', 'put back'].toSorted(),
  )
})

test('what failed to be put back keeps nobody waiting', async () => {
  const { restore } = restores({ status: 'idle', left: [] })
  await expect(restore.restore('mine', { ...wish, run: 'gone' })).rejects.toThrow('Nothing is kept')
  expect(await restore.look('mine', 'undo')).toMatchObject({ kind: 'ready' })
})
