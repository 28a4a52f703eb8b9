import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { TurnCheckpoints } from '../../../src/main/core/checkpoints/turn-checkpoints'
import { keepingIn, untilKept } from './keeping'

let base = ''
let folder = ''
let kept: TurnCheckpoints
const problems: unknown[] = []
const at = (name: string): string => join(folder, name)
const read = (name: string): string | undefined =>
  existsSync(at(name)) ? readFileSync(at(name), 'utf8') : undefined
const write = (name: string, text: string): void => {
  writeFileSync(at(name), text)
}
const place = () => ({ sessionId: 's-1', cwd: folder })

beforeEach(() => {
  base = realpathSync(mkdtempSync('/var/tmp/cs-rewfiles-'))
  folder = join(base, 'work')
  for (const each of [folder, join(base, 'state')]) mkdirSync(each)
  kept = keepingIn(base, problems)
})
afterEach(async () => {
  await kept.close()
  rmSync(base, { recursive: true, force: true })
  expect(problems.splice(0)).toEqual([])
})

/** Turns, one after another, each of which does this to the folder; between them what somebody else does. */
async function turns(from: number, ...works: (() => void)[]): Promise<void> {
  for (const [nth, work] of works.entries()) {
    const followed = kept.follow({ ...place(), turnNumber: from + nth })
    await followed.begun
    work()
    followed.end()
    await untilKept(base, 's-1', from + nth)
  }
}

/** What would be put back, as one line for each file. */
async function shown(turnNumber: number) {
  const { files, since } = await kept.lookRewind(place(), { turnNumber, acts: turnNumber })
  const lines = (each: typeof files) => each.map(({ path, becomes }) => `${becomes} ${path}`).toSorted()
  return [lines(files), lines(since)]
}

const rewind = (turnNumber: number, sinceToo = false) =>
  kept.rewind(
    place(),
    { turnNumber, acts: turnNumber, sinceToo },
    { rewind: 'r', commit: () => Promise.resolve() },
  )

const next = async (way: 'undo' | 'redo') => {
  const look = await kept.look(place(), way)
  return look.kind === 'ready' ? look.turnNumber : look.kind
}

test('over all turns from there on, in one go, and what a later turn does is its own', async () => {
  write('a', 'zero\n')
  await turns(
    1,
    () => write('a', 'one\n'),
    () => {
      write('a', 'two\n')
      write('b', 'made\n')
    },
    () => {
      write('a', 'three\n')
      rmSync(at('b'))
      write('c', 'made\n')
    },
  )
  expect(await shown(2)).toEqual([['changed a', 'removed c'], []])
  expect(await rewind(2)).toEqual({ files: 2, left: [] })
  expect([read('a'), read('b'), read('c')]).toEqual(['one\n', undefined, undefined])
  // They count as undone: redo begins with the first of them, until another turn changes something.
  expect([await next('undo'), await next('redo')]).toEqual([1, 2])
  await turns(4, () => write('d', 'four\n'))
  expect([await next('undo'), await next('redo')]).toEqual([4, 'nothing'])
  await kept.restore(place(), { way: 'undo', turnNumber: 4, sinceToo: false })
  expect([read('d'), await next('undo'), await next('redo')]).toEqual([undefined, 1, 4])
  // To before all of it, over turns that were taken back before.
  expect(await shown(1)).toEqual([['changed a'], []])
  await rewind(1)
  expect(read('a')).toBe('zero\n')
})

test('turns can be done again one by one', async () => {
  await turns(
    1,
    () => write('a', 'one\n'),
    () => write('a', 'two\n'),
  )
  await rewind(1)
  expect(read('a')).toBeUndefined()
  for (const [turnNumber, text] of [
    [1, 'one\n'],
    [2, 'two\n'],
  ] as const) {
    await kept.restore(place(), { way: 'redo', turnNumber, sinceToo: false })
    expect(read('a')).toBe(text)
  }
  expect([await next('undo'), await next('redo')]).toEqual([2, 'nothing'])
})

test('what somebody changed between two turns, or after the last, stays and is named, unless it is asked for', async () => {
  for (const name of ['between', 'after', 'theirs', 'turns']) write(name, 'zero\n')
  await turns(1, () => {
    for (const name of ['between', 'after', 'turns']) write(name, 'one\n')
  })
  write('between', 'mine\n')
  write('theirs', 'mine\n')
  // A turn over what somebody wrote: going back would lose it all the same.
  await turns(2, () => {
    write('between', 'two\n')
    write('turns', 'two\n')
  })
  write('after', 'mine\n')
  expect(await shown(1)).toEqual([['changed turns'], ['changed after', 'changed between', 'changed theirs']])
  expect(await rewind(1)).toEqual({ files: 1, left: ['after', 'between', 'theirs'] })
  const now = () => ['between', 'after', 'theirs', 'turns'].map(read)
  expect(now()).toEqual(['two\n', 'mine\n', 'mine\n', 'zero\n'])
  await turns(3, () => write('turns', 'three\n'))
  expect(await rewind(1, true)).toEqual({ files: 4, left: [] })
  expect(now()).toEqual(['zero\n', 'zero\n', 'zero\n', 'zero\n'])
})

test('what was left by an undo stays somebody else’s', async () => {
  write('a', 'zero\n')
  write('b', 'zero\n')
  await turns(1, () => {
    write('a', 'one\n')
    write('b', 'one\n')
  })
  write('a', 'mine\n')
  await kept.restore(place(), { way: 'undo', turnNumber: 1, sinceToo: false })
  expect([read('a'), read('b')]).toEqual(['mine\n', 'zero\n'])
  expect(await shown(1)).toEqual([[], ['changed a']])
  await turns(2, () => write('b', 'two\n'))
  expect(await shown(1)).toEqual([['changed b'], ['changed a']])
})

test('undone turns in between are not undone again, nor taken for somebody else’s', async () => {
  write('a', 'zero\n')
  write('b', 'zero\n')
  await turns(
    1,
    () => write('a', 'one\n'),
    () => write('b', 'two\n'),
  )
  await kept.restore(place(), { way: 'undo', turnNumber: 2, sinceToo: false })
  await turns(3, () => write('b', 'three\n'))
  expect(await shown(1)).toEqual([['changed a', 'changed b'], []])
  await rewind(1)
  expect([read('a'), read('b')]).toEqual(['zero\n', 'zero\n'])
})

test('a turn of which nothing is kept cannot be gone back to, and a folder that changes just then is left as it is', async () => {
  write('a', 'zero\n')
  await turns(2, () => write('a', 'two\n'))
  await expect(rewind(1)).rejects.toThrow('Nothing is kept of how the folder was before this turn.')
  await expect(rewind(3)).rejects.toThrow('Nothing is kept')
  await expect(
    kept.rewind(
      place(),
      { turnNumber: 2, acts: 2, sinceToo: false },
      {
        rewind: 'r',
        commit: () => Promise.reject(new Error('no')),
      },
    ),
  ).rejects.toThrow('no')
  expect([read('a'), await next('undo'), await next('redo')]).toEqual(['two\n', 2, 'nothing'])
})

test('before turns that did nothing, of which nothing has to be kept, the folder is as the first found it that did something', async () => {
  write('a', 'zero\n')
  await turns(3, () => write('a', 'three\n'))
  const committed: unknown[] = []
  const to = (turnNumber: number, acts: number) =>
    kept.rewind(
      place(),
      { turnNumber, acts, sinceToo: false },
      { rewind: 'r', commit: (restored) => Promise.resolve(void committed.push(restored)) },
    )
  const after = { turnNumber: 4, acts: Infinity }
  expect(await kept.lookRewind(place(), after)).toEqual({ files: [], since: [], more: 0, tooLarge: [] })
  await to(4, Infinity)
  expect([read('a'), committed]).toEqual(['three\n', [{ files: 0, left: [] }]])
  // Of the second one, which did something, nothing was kept.
  await expect(to(1, 2)).rejects.toThrow('Nothing is kept')
  await to(1, 3)
  expect([read('a'), committed.length]).toEqual(['zero\n', 2])
})
