import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAppStore, type ClosedNote } from '../../../../src/renderer/state/app-state'
import { dropClosedInTime } from '../../../../src/renderer/state/drop-closed'
import { sampleRequest } from '../../../fakes/sample-request'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const note = (reply?: ClosedNote['reply']): ClosedNote => ({ request: sampleRequest, reply })

test('what became of a request goes after a moment, whether or not it is looked at; a later one has its own moment', () => {
  const store = createAppStore()
  const end = dropClosedInTime(store)
  const shown = (): string[] => Object.keys(store.getState().closed)
  store.setState({ closed: { a: note() } })
  vi.advanceTimersByTime(4_000)
  store.setState(({ closed }) => ({ closed: { ...closed, b: note() } }))
  vi.advanceTimersByTime(2_000)
  expect(shown()).toEqual(['b'])
  store.setState({ closed: { b: note() } })
  vi.advanceTimersByTime(4_000)
  expect(shown()).toEqual(['b'])
  vi.advanceTimersByTime(2_000)
  expect(shown()).toEqual([])
  end()
})

test('that an answer changed nothing stays', () => {
  const store = createAppStore()
  dropClosedInTime(store)
  store.setState({ closed: { a: note({ kind: 'unknown' }) } })
  vi.advanceTimersByTime(60_000)
  expect(Object.keys(store.getState().closed)).toEqual(['a'])
})
