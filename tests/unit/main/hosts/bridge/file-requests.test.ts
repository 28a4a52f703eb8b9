import { expect, test } from 'vitest'
import { findFiles, findTexts } from '../../../../../src/main/hosts/bridge/file-requests'
import type { SearchFiles } from '../../../../../src/main/core/ports/read-files'
import { session } from '../../../renderer/samples'
import { createFakeEngine } from '../../../../fakes/fake-engine'

const file = (path: string) => ({ root: '/work', path, name: path, score: 1, indices: [] })
const engine = createFakeEngine({
  openSession: (id) => Promise.resolve({ session: session(id, { cwd: '/older' }), events: [] }),
})

test('a path with a character that is not seen is left out: in a message it would say what nobody sees', async () => {
  const paths = [
    'a b.ts',
    'a\u202Eb.ts',
    'a\nb.ts',
    'a\u200Bb.ts',
    'a\u00A0b.ts',
    'a\u3164b.ts',
    'a\uFE0Fb.ts',
    'ä.ts',
  ]
  const searchFiles: SearchFiles = () => Promise.resolve(paths.map(file))
  const found = await findFiles({ engine, searchFiles })['files.search']({ sessionId: 's9', query: 'a' })
  expect(found).toEqual({ paths: ['a b.ts', 'ä.ts'] })
})

test('the folder of the session is searched, and a newer search ends the one before it', async () => {
  const asked: string[] = []
  const searchFiles: SearchFiles = (query, roots, signal) =>
    query === 'slow'
      ? new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            asked.push('ended')
            resolve([])
          })
        })
      : (asked.push(...roots), Promise.resolve([file('x')]))
  const find = findFiles({ engine, searchFiles })['files.search']
  const slow = find({ sessionId: 's9', query: 'slow' })
  await new Promise(setImmediate)
  const fast = await find({ sessionId: 's9', query: 'fast' })
  expect([await slow, fast, asked]).toEqual([{ paths: [] }, { paths: ['x'] }, ['ended', '/older']])
})

test('a folder in which no session works is searched in the same way; what is no whole path holds nothing', async () => {
  const asked: string[] = []
  const searchFiles: SearchFiles = (_query, roots) => (asked.push(...roots), Promise.resolve([file('x')]))
  const find = findFiles({ engine, searchFiles })['folder.files']
  expect([
    await find({ path: '/work', query: 'x' }),
    await find({ path: 'work', query: 'x' }),
    asked,
  ]).toEqual([{ paths: ['x'] }, { paths: [] }, ['/work']])
})

test('over one line of several windows a newer search of a window ends its own, and none of another', async () => {
  const ended: string[] = []
  const slow = (name: string, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve) => {
      signal?.addEventListener('abort', () => {
        ended.push(name)
        resolve()
      })
    })
  const searchFiles: SearchFiles = async (query, _roots, signal) => {
    if (query !== 'fast') await slow(query, signal)
    return [file('x')]
  }
  const files = findFiles({ engine, searchFiles })['files.search']
  const records = { ...engine.home.records }
  const find: typeof records.find = async (text, _cursor, signal) => {
    if (text !== 'fast') await slow(text, signal)
    return { sessions: [] }
  }
  const texts = findTexts({ ...engine, home: { ...engine.home, records: { ...records, find } } })[
    'records.find'
  ]
  const first = [files({ sessionId: 's9', query: 'a', window: 'one' }), texts({ text: 'b', window: 'one' })]
  await new Promise(setImmediate)
  await files({ sessionId: 's9', query: 'fast', window: 'two' })
  await texts({ text: 'fast', window: 'two' })
  await texts({ text: '', window: 'two' })
  expect(ended).toEqual([])
  await files({ sessionId: 's9', query: 'fast', window: 'one' })
  await texts({ text: '', window: 'one' })
  await Promise.all(first)
  expect(ended).toEqual(['a', 'b'])
})
