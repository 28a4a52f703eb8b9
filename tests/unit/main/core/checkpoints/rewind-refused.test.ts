import { expect, test } from 'vitest'
import { FaultError } from '@shared/domain/fault'
import {
  rewind,
  type RewindParts,
  type RewindSession,
} from '../../../../../src/main/core/checkpoints/session-rewind'

test('a rewind whose files cannot be put back is refused before anything that works is ended', async () => {
  const done: string[] = []
  const session = {
    ...{ summary: { id: 's', cwd: '/gone' }, running: false },
    rewinding: {
      scope: () => ({ lastTurn: 2, turns: 1, messages: 1, outside: 0 }),
      acts: () => 2,
      alone: <T>(act: () => Promise<T>) => act(),
      endWork: () => Promise.resolve(void done.push('ended')),
      takeBack: () => Promise.resolve(void done.push('taken back')),
    },
  } as unknown as RewindSession
  const gone = () => Promise.reject(new FaultError({ code: 'bad-request', message: 'The folder is gone.' }))
  const parts = {
    checkpoints: { lookRewind: gone, rewind: gone },
    ids: { next: () => 'id' },
    busy: () => Promise.resolve(undefined),
  } as unknown as RewindParts
  const wish = { turnNumber: 2, lastTurn: 2, sinceToo: false }
  await expect(rewind(session, { ...wish, files: true }, parts)).rejects.toThrow('The folder is gone.')
  expect(done).toEqual([])
  // Without the files the conversation goes back all the same.
  await rewind(session, { ...wish, files: false }, parts)
  expect(done).toEqual(['ended', 'taken back'])
})
