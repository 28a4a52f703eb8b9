import { mkdtempSync, readFileSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { ResponseItem } from '@shared/domain/response-item'
import type { Clock } from '../../../../../src/main/core/ports/system'
import { SessionRecord } from '../../../../../src/main/core/conversation/session-record'
import type { SessionStore, StoreLine } from '../../../../../src/main/core/ports/session-store'
import { OutputsFromEnds } from '../../../../../src/main/core/conversation/outputs-from-ends'
import { calls, says } from '../../../../fakes/fake-world'
import { steeredSession, touch } from './steered-session'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cs-ends-'))
})
afterEach(() => {
  rmSync(home, { recursive: true })
})

const output = { stdout: 'out\n', stderr: '', aggregated: 'out\n', omittedBytes: 0 }
const ran = (command: string[]): AgentEvent => ({
  ...{ type: 'command.started', callId: 'c', attempt: 1, command, cwd: '/', grants: [] },
  confinement: 'none',
})
const ended = (outcome: object, type = 'command.finished'): AgentEvent =>
  ({ type, callId: 'c', outcome }) as AgentEvent
const call: ResponseItem = {
  type: 'function_call',
  name: 'shell',
  call_id: 'c',
  arguments: '{"command":["make"]}',
}
const exited = { kind: 'exited', exitCode: 3, durationMs: 100, output } as unknown as CommandOutcome

test('when the end of a command is told, its output is on file already', async () => {
  const made = await steeredSession({ home, answers: [calls(touch), says('one')] })
  let then = ''
  made.engine.subscribe((notice) => {
    if (notice.kind === 'event' && notice.event.event.type === 'command.finished')
      then = readFileSync(made.rolloutPath, 'utf8')
  })
  await made.engine.startTurn(made.id, 'go')
  await made.until('turn.finished')
  expect(then).toContain('"function_call_output"')
  await made.engine.close()
})

test.each<[string, AgentEvent[], boolean]>([
  ['nothing more', [], true],
  [
    'what it came to',
    [
      { type: 'call.undoable', callId: 'c', files: 0, not: [] },
      {
        type: 'command.compared',
        callId: 'c',
        promise: { by: 'facts', watched: 'named', more: [], moreCount: 0, hosts: [] },
      },
      { type: 'turn.diff', turnId: 't', unifiedDiff: '' },
    ],
    true,
  ],
  ['another attempt', [ran(['make'])], false],
])('an end, and behind it %s, is on file with the output at once: %s', async (_, more, once) => {
  const appends: string[][] = []
  const store = {
    append: (__: unknown, lines: readonly StoreLine[]) => {
      appends.push(lines.map((line) => (line.type === 'event' ? line.event.type : line.type)))
      return Promise.resolve()
    },
  } as unknown as SessionStore
  const place = { id: 's', path: '' } as unknown as ConstructorParameters<typeof SessionRecord>[0]
  const world = { store, clock: { now: () => 0 } as Clock, publish: () => undefined, items: () => undefined }
  const record = new SessionRecord(place, { items: [], events: [] }, world)
  record.awaitOutput('c')
  for (const event of [ended(exited), ...more]) record.emit(event)
  await new Promise(setImmediate)
  expect(appends.length === 0).toBe(once)
  await record.remember({ type: 'function_call_output', call_id: 'c', output: 'out' })
  expect(appends.flat()).toEqual(['command.finished', ...more.map(({ type }) => type), 'item'])
})

test('of a record that ends behind the end of a command, the model is told what it came to, once, and never “aborted”', async () => {
  const made = await steeredSession({ home, answers: [calls(touch), says('one')] })
  await made.engine.startTurn(made.id, 'go')
  await made.until('turn.finished')
  const output = made.model.requests[1]?.input.find(({ type }) => type === 'function_call_output')
  await made.engine.close()
  const record = readFileSync(made.rolloutPath)
  truncateSync(made.rolloutPath, record.indexOf('\n', record.indexOf('"command.finished"')) + 1)
  expect(readFileSync(made.rolloutPath, 'utf8')).not.toContain('"function_call_output"')

  for (const answer of ['two', 'three']) {
    const again = await steeredSession({ home, answers: [says(answer)] })
    await again.engine.openSession(made.id)
    await again.engine.startTurn(made.id, 'more')
    await again.until('turn.finished')
    const outputs = again.model.requests[0]?.input.filter(({ type }) => type === 'function_call_output')
    expect(outputs).toEqual([output])
    await again.engine.close()
  }
})

test.each([
  ['a command', [ran(['make']), ended(exited)], 'exit_code":3'],
  ['the last of two attempts', [ended({ kind: 'failed', reason: 'first' }), ended(exited)], 'exit_code":3'],
  [
    'a command that the person changed',
    [ran(['make', 'it']), ended(exited)],
    'edited command instead of yours: ["make","it"]',
  ],
  [
    'one that was refused',
    [ended({ kind: 'refused', reason: 'Denied. Nothing ran.' })],
    'Denied. Nothing ran.',
  ],
  ['a patch', [ended({ ...exited, exitCode: 0 }, 'patch.finished')], 'exit_code":0'],
  [
    'a tool of a server',
    [
      {
        type: 'mcp.finished',
        callId: 'c',
        result: { kind: 'answered', text: 'seen', images: [], failed: false },
      } as unknown as AgentEvent,
    ],
    'seen',
  ],
])('the output of %s is made from its end', (_, events, expected) => {
  const ends = new OutputsFromEnds()
  for (const event of events) ends.saw(event)
  const [made, ...more] = ends.take([call])
  expect([made, more]).toEqual([
    { type: 'function_call_output', call_id: 'c', output: expect.stringContaining(expected) as unknown },
    [],
  ])
})

test('what has an output, or no end, gets none', () => {
  const ends = new OutputsFromEnds()
  expect(ends.take([call])).toEqual([])
  ends.saw(ended(exited))
  expect(ends.take([call, { type: 'function_call_output', call_id: 'c', output: 'there' }])).toEqual([])
  expect(ends.take([call])).toEqual([])
})
