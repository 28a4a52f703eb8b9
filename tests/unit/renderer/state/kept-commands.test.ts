import type { AgentEvent } from '@shared/domain/agent-event'
import { emptyOutput } from '@shared/domain/command-outcome'
import { expect, test } from 'vitest'
import { runningCommands } from '../../../../src/renderer/state/running-commands'
import { buildTranscript } from '../../../../src/renderer/state/transcript'
import { approval, numbered } from '../samples'

const started: AgentEvent = {
  type: 'command.started',
  callId: 'c1',
  attempt: 1,
  command: ['bash', '-lc', 'serve'],
  cwd: '/',
  confinement: 'none',
  grants: [],
}
const kept: AgentEvent = { type: 'command.kept', callId: 'c1', processId: 1 }
const input = (text: string): AgentEvent => ({ type: 'command.input', callId: 'c1', text })
const turnOver: AgentEvent = { type: 'turn.finished', turnId: 't', outcome: 'completed' }
const ended: AgentEvent = {
  type: 'command.finished',
  callId: 'c1',
  outcome: { kind: 'exited', exitCode: 0, durationMs: 1, output: emptyOutput },
}
const printed: AgentEvent = { type: 'command.output', callId: 'c1', stream: 'stdout', text: 'hi\n' }

/** The items that are commands, with the last attempt of each in short. */
const commands = (...events: AgentEvent[]) =>
  buildTranscript(numbered(events)).items.flatMap((item) => {
    if (item.kind !== 'command') return []
    const last = item.attempts.at(-1)
    return [
      {
        settled: last?.settled,
        inputs: last?.inputs,
        printed: last?.output.text,
        ended: last?.outcome?.kind,
      },
    ]
  })

test('a command that is kept runs on in its card beyond the turn, until its own end', () => {
  const running = commands(started, kept, turnOver, printed)
  expect(running).toEqual([{ settled: false, inputs: [], printed: 'hi\n', ended: undefined }])
  expect(commands(started, kept, turnOver, printed, ended)).toMatchObject([
    { settled: true, ended: 'exited' },
  ])
})

test('one that is not kept is over with its turn', () => {
  expect(commands(started, turnOver)).toMatchObject([{ settled: true }])
})

test('what a command is given shows in its card, the last twenty of it', () => {
  expect(commands(started, kept, input('a\n'), input('\u0003'))).toMatchObject([
    { inputs: ['a\n', '\u0003'] },
  ])
  const many = Array.from({ length: 25 }, (_, at) => input(String(at)))
  expect(commands(started, kept, ...many)[0]?.inputs).toHaveLength(20)
})

test('a question about input stands with the running command, in no card of its own', () => {
  const request = approval('a1', { callId: 'c1', stage: 'first', kind: 'input', input: 'x' })
  const { items } = buildTranscript(numbered([started, kept, { type: 'approval.requested', request }]))
  expect(items).toMatchObject([{ kind: 'command', request: { id: request.id } }])
})

test('what runs in a session is one list: a command of the turn and one that stays, until each has ended', () => {
  const second: AgentEvent = { ...started, callId: 'c2', command: ['bash', '-lc', 'make'] }
  const listed = (...events: AgentEvent[]) =>
    runningCommands(buildTranscript(numbered(events)).items).map(({ item, kept: stays }) => [
      item.callId,
      stays,
    ])
  expect(listed(started, kept, second)).toEqual([
    ['c1', true],
    ['c2', false],
  ])
  expect(listed(started, kept, second, ended)).toEqual([['c2', false]])
  expect(listed(started, kept, second, turnOver)).toEqual([['c1', true]])
})
