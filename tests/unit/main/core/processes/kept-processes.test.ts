import { messageText, outputText } from '@shared/domain/response-item'
import { expect, test } from 'vitest'
import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import { restoreSession } from '../../../../../src/main/core/conversation/restore-session'
import type { OutputListener, RunResult, RunSpec, Sandbox } from '../../../../../src/main/core/ports/sandbox'
import type { Sent } from '../../../../../src/main/core/run/process-input'
import { calls, exited, fakeEngine, fakeModel, kernelWrite, says } from '../../../../fakes/fake-world'

/** A sandbox whose commands run until they are told to end, or stopped; it keeps what they were given. */
function patientSandbox(sent: Sent = 'sent') {
  const runs: RunSpec[] = []
  const given: string[] = []
  const ends: ((result: RunResult) => void)[] = []
  const outputs: OutputListener[] = []
  const sandbox: Sandbox & { readonly runs: RunSpec[] } = {
    confinement: 'bubblewrap',
    runs,
    status: () => Promise.resolve({ kind: 'available', backend: 'bubblewrap', version: '0.8.0' }),
    recheck: () => sandbox.status(),
    run: (spec, signal, onOutput) => {
      runs.push(spec)
      outputs.push(onOutput)
      spec.input?.attach({
        write: (text) => {
          given.push(String(text))
          return sent
        },
        drained: () => Promise.resolve(),
        resize: () => undefined,
        end: () => given.push('<end>'),
        interrupt: () => given.push('<interrupt>') > 0,
      })
      return new Promise((resolve) => {
        ends.push(resolve)
        signal.addEventListener('abort', () => {
          const { output } = exited(0)
          resolve({ kind: 'cancelled', durationMs: 1, output, evidence: [] })
        })
      })
    },
  }
  const print = (text: string) => outputs.at(-1)?.bytes?.('stdout', new TextEncoder().encode(text))
  return { sandbox, given, print, end: (result: RunResult) => ends.at(-1)?.(result) }
}

const exec = (id: string, more: object = {}) =>
  calls({ id, name: 'exec_command', args: { cmd: 'serve', ...more } })
const write = (id: string, args: object) =>
  calls({ id, name: 'write_stdin', args: { session_id: 1, ...args } })

async function play(script: Parameters<typeof fakeModel>[0], given = patientSandbox()) {
  const world = fakeEngine({ model: fakeModel(script), sandbox: given.sandbox })
  const session = await world.engine.createSession({ cwd: '/work' })
  const turn = async (nth: number) => {
    await world.engine.startTurn(session.id, 'go')
    await world.until('turn.finished', nth)
  }
  const told = (): string[] =>
    world.store.lines.flatMap((line) =>
      line.type === 'item' && line.item.type === 'function_call_output' ? [outputText(line.item.output)] : [],
    )
  return { ...world, ...given, session, turn, told }
}

const types = (events: readonly AgentEvent[]): string[] => events.map((event) => event.type)

test('a process runs on after its turn, is written to in the next one, and ends with the session', async () => {
  const world = await play([exec('c1'), says('up'), write('c2', { chars: 'hi\n' }), says('done')])
  await world.turn(1)
  expect(world.told()[0]).toContain('Process running with session ID 1')
  await world.turn(2)
  expect(world.given).toEqual(['hi\n'])
  expect(types(world.events())).not.toContain('command.finished')
  await world.engine.close()
  expect(world.events().at(-1)).toMatchObject({
    type: 'command.finished',
    callId: 'c1',
    outcome: { kind: 'cancelled' },
  })
})

test('there is no time limit, and the default shell is a login bash', async () => {
  const world = await play([exec('c1'), says('up')])
  await world.turn(1)
  expect(world.sandbox.runs).toMatchObject([{ command: ['bash', '-lc', 'serve'], timeoutMs: Infinity }])
  await world.engine.close()
})

test('Ctrl-C between texts interrupts in its place, and Ctrl-D at the end closes', async () => {
  const world = await play([exec('c1'), write('c2', { chars: 'a\u0003b\u0004' }), says('done')])
  await world.turn(1)
  expect(world.given).toEqual(['a', '<interrupt>', 'b', '<end>'])
  await world.engine.close()
})

test('at a terminal every character is a key', async () => {
  const world = await play([exec('c1', { tty: true }), write('c2', { chars: 'a\u0003\u0004' }), says('done')])
  await world.turn(1)
  expect([world.given, world.sandbox.runs[0]?.input?.terminal]).toEqual([
    ['a\u0003\u0004'],
    { columns: 100, rows: 30 },
  ])
  await world.engine.close()
})

test('a denial that comes between the turns is told at the next look, and the process is forgotten', async () => {
  const world = await play([exec('c1'), says('up'), write('c2', {}), write('c3', {}), says('done')])
  await world.turn(1)
  await world.print('trying\n')
  world.end(exited(1, [kernelWrite('/srv/x')], 'trying\n'))
  await world.until('command.finished')
  await world.turn(2)
  const [, look, again] = world.told()
  expect(look).toMatch(/^failed in sandbox: the sandbox stopped a write to \/srv\/x \(openat\)\n/)
  expect(look).toMatch(/exited with code 1\n.*the user is then asked\.\nOutput:\ntrying\n$/)
  expect(again).toBe('there is no session 1; none is running. Nothing was sent.')
  await world.engine.close()
})

test('what was stopped of one that succeeded is told with its end', async () => {
  const world = await play([exec('c1'), says('up'), write('c2', {}), says('done')])
  await world.turn(1)
  await world.print('trying\n')
  world.end({ ...exited(0, [kernelWrite('/srv/x')], 'trying\n'), failedPart: 1 })
  await world.until('command.finished')
  await world.turn(2)
  expect(world.told().at(-1)).toMatch(
    /^refused by the sandbox, though the command went on: write to \/srv\/x \(openat\)\n/,
  )
  await world.engine.close()
})

test('a process that does not read is not said to have been given anything', async () => {
  const world = await play([exec('c1'), write('c2', { chars: 'x' }), says('done')], patientSandbox('full'))
  await world.turn(1)
  expect(world.told()[1]).toContain('Not everything was sent')
  expect(types(world.events())).not.toContain('command.input')
  await world.engine.close()
})

test.each([
  ['exec_command', '{', 'the arguments are not valid JSON'],
  ['exec_command', '{}', 'cmd'],
  ['exec_command', '{"cmd":""}', 'is empty'],
  ['exec_command', '{"cmd":"a\\u0000b"}', 'must not contain NUL'],
  ['exec_command', '{"cmd":"ls","shell":"./bash"}', 'must be one of bash'],
  ['exec_command', '{"cmd":"ls","shell":"/tmp/bash"}', 'must be one of bash'],
  ['exec_command', '{"cmd":"ls","shell":"python3"}', 'must be one of bash'],
  ['exec_command', '{"cmd":"ls","yield_time_ms":-1}', 'yield_time_ms'],
  ['exec_command', '{"cmd":"ls","max_output_tokens":0}', 'max_output_tokens'],
  ['write_stdin', '{"chars":"x"}', 'session_id'],
  ['write_stdin', '{"session_id":1.5}', 'session_id'],
  ['write_stdin', '{"session_id":"../1"}', 'session_id'],
  ['write_stdin', '{"session_id":1,"chars":3}', 'chars'],
  ['write_stdin', '{"session_id":99}', 'there is no session 99; none is running'],
])('%s with %s runs nothing and says why', async (name, args, problem) => {
  const world = await play([calls({ id: 'c1', name, args }), says('done')])
  await world.turn(1)
  expect(world.told()[0]).toContain(problem)
  expect([world.sandbox.runs, types(world.events()).includes('tool.rejected')]).toEqual([[], true])
})

test('after a crash no process is said to run on', () => {
  const entry = (seq: number, event: AgentEvent): SessionEvent => ({ sessionId: 's', seq, at: '', event })
  const { output } = exited(0)
  const events = [
    entry(1, { type: 'command.kept', callId: 'a', processId: 1 }),
    entry(2, { type: 'command.kept', callId: 'b', processId: 2 }),
    entry(3, {
      type: 'command.finished',
      callId: 'b',
      outcome: { kind: 'cancelled', durationMs: 1, output },
    }),
  ]
  const stored = { items: [], events, summary: {} } as unknown as Parameters<typeof restoreSession>[0]
  expect(restoreSession(stored).events.map((each) => each.seq)).toEqual([2, 3])
})

test('the agent is told with the next message which of its processes a person stopped, once, and goes on', async () => {
  const world = await play([exec('c1'), says('up'), says('fine'), says('yes')])
  await world.turn(1)
  expect(await world.engine.stopCommand(world.session.id, 'c1')).toBe(true)
  expect(world.events().at(-1)).toMatchObject({
    type: 'command.finished',
    outcome: { kind: 'cancelled', by: 'person' },
  })
  await world.turn(2)
  await world.turn(3)
  const news = world.store.lines.flatMap((line) =>
    line.type === 'item' && line.item.type === 'message' ? [messageText(line.item)] : [],
  )
  expect(news.filter((text) => text.startsWith('<stopped_processes>'))).toEqual([
    expect.stringContaining('<process session_id="1">serve</process>'),
  ])
  expect(await world.engine.stopCommand(world.session.id, 'c1')).toBe(false)
  await world.engine.close()
})
