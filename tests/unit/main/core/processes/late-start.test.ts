import { expect, test } from 'vitest'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { allow } from '../../../../../src/main/core/policy/permit'
import { RunningProcess } from '../../../../../src/main/core/processes/running-process'
import type { InputSink } from '../../../../../src/main/core/run/process-input'

/** A process that was begun and is still being started: its way in comes when the test hands it over. */
function starting(standsAfter = 0) {
  const given: string[] = []
  let looks = 0
  const sink: InputSink = {
    write: (text) => {
      given.push(String(text))
      return 'sent'
    },
    drained: () => Promise.resolve(),
    resize: () => undefined,
    end: () => given.push('<end>'),
    interrupt: () => {
      looks += 1
      if (looks <= standsAfter) return false
      return given.push('<interrupt>') > 0
    },
  }
  const origin = {
    ...{ id: 1, callId: 'c1', command: ['cat'], cwd: '/work', terminal: undefined },
    ...{ permit: allow('policy-sandboxed'), policy: sandboxPolicyForMode('workspace-write') },
  }
  const process = new RunningProcess(
    origin,
    () => undefined,
    () => 0,
  )
  let attach: () => void = () => undefined
  let fail: (why: Error) => void = () => undefined
  process.begin((_, input) => {
    attach = () => {
      input.attach(sink)
    }
    return new Promise((_resolve, reject) => {
      fail = reject
    })
  })
  return {
    process,
    given,
    attach: () => {
      attach()
    },
    fail: () => {
      fail(new Error('no sandbox'))
    },
  }
}

/** Time that passes by itself, so that nothing is waited for. */
const clock = { now: () => 0, sleep: () => Promise.resolve() }
const goesOn = new AbortController().signal

test('text for a process that is still being started reaches it when it stands', async () => {
  const { process, given, attach } = starting()
  const sent = process.send('go\n', clock, goesOn)
  expect(given).toEqual([])
  attach()
  expect([await sent, given]).toEqual(['sent', ['go\n']])
})

test('Ctrl-C waits for the command that its sandbox is made for, and what follows keeps its place', async () => {
  const { process, given, attach } = starting(3)
  attach()
  expect([await process.send('a\u0003b', clock, goesOn), given]).toEqual(['sent', ['a', '<interrupt>', 'b']])
})

test('one that cannot be started takes nothing', async () => {
  const { process, given, fail } = starting()
  const sent = process.send('go\n', clock, goesOn)
  fail()
  expect([await sent, given]).toEqual(['closed', []])
})

test('a turn that is stopped meanwhile sends nothing', async () => {
  const { process, given, attach } = starting()
  const stop = new AbortController()
  const sent = process.send('go\n', clock, stop.signal)
  stop.abort(new Error('interrupted'))
  expect(await sent).toBe('closed')
  attach()
  expect(given).toEqual([])
})
