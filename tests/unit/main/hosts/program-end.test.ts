import { afterEach, expect, test, vi } from 'vitest'
import { endings, programEnd } from '../../../../src/main/hosts/program-end'

vi.mock('../../../../src/main/hosts/watch-reader', () => ({ watchReader: () => undefined }))

const before = new Map(endings.map((signal) => [signal, process.listeners(signal)]))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const [signal, known] of before)
    for (const listener of process.listeners(signal))
      if (!known.includes(listener)) process.removeListener(signal, listener)
})

test('a terminal that closes is told of more than once, and hurries nobody; a second Ctrl+C ends at once', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  const { stop } = programEnd({ reader: 'needed', codes: { stop: 130, unread: 1 } })
  process.emit('SIGHUP', 'SIGHUP')
  expect(stop.aborted).toBe(true)
  vi.advanceTimersByTime(1000)
  process.emit('SIGHUP', 'SIGHUP')
  expect(exit).not.toHaveBeenCalled()
  process.emit('SIGINT', 'SIGINT')
  expect(exit.mock.calls).toEqual([[130]])
})

test('the same Ctrl+C that arrives twice is one', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] })
  const exit = vi.spyOn(process, 'exit').mockReturnValue(undefined as never)
  programEnd({ reader: 'needed', codes: { stop: 130, unread: 1 } })
  process.emit('SIGINT', 'SIGINT')
  vi.advanceTimersByTime(300)
  process.emit('SIGINT', 'SIGINT')
  expect(exit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(6000)
  expect(exit.mock.calls).toEqual([[130]])
})
