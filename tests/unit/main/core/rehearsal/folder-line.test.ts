import { expect, test } from 'vitest'
import { FolderLine } from '../../../../../src/main/core/rehearsal/folder-line'
import { steppedClock } from '../../../../fakes/fake-views'

const settle = async (): Promise<void> => {
  for (let nth = 0; nth < 60; nth += 1) await Promise.resolve()
}

/** Works of sessions in folders, each begun by joining the line and ended by hand; what has begun, in order. */
function lineOf() {
  const clock = steppedClock()
  const line = new FolderLine(clock)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const gone = new Map<string, AbortController>()
  return {
    ...{ begun, line, clock },
    join: (name: string, session: string, folder: string): void => {
      const stop = new AbortController()
      gone.set(name, stop)
      const work = (): Promise<void> =>
        new Promise((resolve) => {
          begun.push(name)
          ends.set(name, resolve)
        })
      line.join({ session, folder }, work, { mostMs: 1000, signal: stop.signal })
    },
    end: (name: string) => ends.get(name)?.(),
    stop: (name: string) => gone.get(name)?.abort(),
  }
}

test('works of one folder, and of folders that hold one another, follow one another; others do not wait', async () => {
  const { begun, join, end, clock } = lineOf()
  join('a', '1', '/work')
  join('b', '2', '/work/pkg')
  join('c', '3', '/work/pkg')
  join('d', '4', '/work2')
  await settle()
  expect(begun).toEqual(['a', 'd'])
  end('a')
  await settle()
  clock.advance(10)
  await settle()
  expect(begun).toEqual(['a', 'd', 'b'])
  end('b')
  await settle()
  clock.advance(10)
  await settle()
  expect(begun).toEqual(['a', 'd', 'b', 'c'])
})

test('one that goes on for long keeps back its own session alone', async () => {
  const { begun, join, end, clock } = lineOf()
  join('a', '1', '/work')
  join('own', '1', '/elsewhere')
  join('b', '2', '/work')
  await settle()
  clock.advance(999)
  await settle()
  expect(begun).toEqual(['a'])
  clock.advance(1)
  await settle()
  expect(begun).toEqual(['a', 'b'])
  join('c', '3', '/work')
  await settle()
  expect(begun).toEqual(['a', 'b'])
  end('b')
  await settle()
  clock.advance(10)
  await settle()
  expect(begun).toEqual(['a', 'b', 'c'])
  end('a')
  await settle()
  clock.advance(10)
  await settle()
  expect(begun).toEqual(['a', 'b', 'c', 'own'])
})

test('one that is called off goes on at once, to end', async () => {
  const { begun, join, stop } = lineOf()
  join('a', '1', '/work')
  join('b', '1', '/work')
  await settle()
  stop('b')
  await settle()
  expect(begun).toEqual(['a', 'b'])
})

test('what is put in place later is waited for by what comes behind it', async () => {
  const { begun, join, line, clock } = lineOf()
  const put = Promise.withResolvers<undefined>()
  line.waitFor({ session: '1', folder: '/work' }, put.promise, 1000)
  join('a', '2', '/work')
  await settle()
  expect(begun).toEqual([])
  put.resolve(undefined)
  await settle()
  clock.advance(10)
  await settle()
  expect(begun).toEqual(['a'])
  const never = new Promise(() => undefined)
  line.waitFor({ session: '1', folder: '/other' }, never, 1000)
  join('b', '1', '/other')
  await settle()
  expect(begun).toEqual(['a'])
  clock.advance(1000)
  await settle()
  clock.advance(10)
  await settle()
  expect(begun).toEqual(['a', 'b'])
})

test('nothing begins in the same step of a clock as what was put in place before it', async () => {
  const { begun, join, end, clock } = lineOf()
  join('a', '1', '/work')
  await settle()
  join('b', '2', '/work')
  end('a')
  await settle()
  join('c', '1', '/work')
  clock.advance(9)
  await settle()
  expect(begun).toEqual(['a'])
  clock.advance(1)
  await settle()
  expect(begun).toEqual(['a', 'b'])
})
