import { expect, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { allow } from '../../../../../src/main/core/policy/permit'
import type { OutputListener } from '../../../../../src/main/core/ports/sandbox'
import { RunningProcess } from '../../../../../src/main/core/processes/running-process'

/** A process whose output is given by hand, at a time that is set by hand. */
function printing() {
  let now = 0
  let shown = ''
  let listener: OutputListener | undefined
  const origin = {
    ...{ id: 1, callId: 'c1', command: ['serve'], cwd: '/', terminal: undefined },
    ...{ permit: allow('policy-sandboxed'), policy: sandboxPolicyForMode('read-only') },
  }
  const process = new RunningProcess(
    origin,
    (_, text) => {
      shown += text
    },
    () => now,
  )
  process.begin((_signal, _input, onOutput) => {
    listener = onOutput
    return new Promise(() => undefined)
  })
  return {
    process,
    at: (time: number, text: string): string => {
      now = time
      shown = ''
      void listener?.bytes?.('stdout', new TextEncoder().encode(text))
      return shown
    },
  }
}

const limit = 256 * 1024

test('a server that its agent does not look at is seen to work on, at a bounded rate', () => {
  const { process, at } = printing()
  const flood = 'x'.repeat(limit)
  expect(at(0, flood + flood).length).toBe(limit)
  expect(at(1000, 'too soon')).toBe('')
  expect(at(2500, 'GET / 200\n')).toBe('GET / 200\n')
  expect(at(2600, flood).length).toBeLessThanOrEqual(16 * 1024)
  expect(at(2700, 'too soon again')).toBe('')
  process.read()
  expect(at(2800, flood).length).toBe(limit)
})
