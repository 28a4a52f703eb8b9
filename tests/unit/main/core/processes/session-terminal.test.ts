import { outputText } from '@shared/domain/response-item'
import { sandboxPolicyForMode } from '@shared/domain/sandbox-policy'
import { expect, test } from 'vitest'
import type { OutputListener, RunResult, RunSpec, Sandbox } from '../../../../../src/main/core/ports/sandbox'
import type { Sent } from '../../../../../src/main/core/run/process-input'
import { SessionTerminal } from '../../../../../src/main/core/processes/session-terminal'
import { sampleSession } from '../../../../fakes/fake-engine'
import { calls, exited, fakeEngine, fakeModel, fakeProgram, says } from '../../../../fakes/fake-world'

const size = { columns: 80, rows: 24 }
const nobody: RunResult = { ...exited(0), kind: 'cancelled' }

/** Runs that go on until they are ended, here or by their signal; what they were given is kept, and what was typed comes first to nobody. */
function patientRunner(takes: () => Sent = () => 'sent') {
  const runs: RunSpec[] = []
  const given: string[] = []
  const outputs: OutputListener[] = []
  const ends: ((result: RunResult) => void)[] = []
  const runner: Sandbox = {
    confinement: 'bubblewrap',
    status: () => Promise.resolve({ kind: 'available', backend: 'bubblewrap', version: '0.8.0' }),
    recheck: () => runner.status(),
    run: (spec, signal, onOutput) => {
      runs.push(spec)
      outputs.push(onOutput)
      spec.input?.attach({
        write: (text) => {
          const sent = takes()
          if (sent === 'sent') given.push(String(text))
          return sent
        },
        drained: () => new Promise(setImmediate),
        resize: ({ columns, rows }) => given.push(`<${String(columns)}x${String(rows)}>`),
        end: () => undefined,
        interrupt: () => false,
      })
      return new Promise((resolve) => {
        ends.push(resolve)
        signal.addEventListener('abort', () => {
          resolve(nobody)
        })
      })
    },
  }
  return {
    runner,
    runs,
    given,
    end: (result: RunResult) => ends.at(-1)?.(result),
    print: (text: string) => outputs.at(-1)?.bytes?.('stdout', new TextEncoder().encode(text)),
  }
}

/** A clock whose waits are over at once, or never. */
const clock = (waits: 'at once' | 'never') => ({
  now: () => 0,
  sleep: () => (waits === 'at once' ? Promise.resolve() : new Promise<void>(() => undefined)),
})

function world(
  options: { mode?: 'workspace-write' | 'danger-full-access'; waits?: 'at once' | 'never' } = {},
) {
  const inside = patientRunner()
  const outside = patientRunner()
  const terminal = new SessionTerminal({
    sandbox: inside.runner,
    unconfined: outside.runner,
    workspace: {
      environment: (_, sandboxed) => ({
        ...{ PATH: '/bin', TERM: 'dumb', PAGER: 'cat', GIT_PAGER: 'cat', GIT_TERMINAL_PROMPT: '0' },
        WITHIN: String(sandboxed),
      }),
      program: (name) => Promise.resolve(fakeProgram(name)),
    },
    clock: clock(options.waits ?? 'at once'),
  })
  const place = {
    session: sampleSession({ cwd: '/work' }),
    policy: sandboxPolicyForMode(options.mode ?? 'workspace-write'),
  }
  return { terminal, place, inside, outside }
}

test('a shell is run as the policy has commands run, with no grant, asking nobody, for somebody at a terminal', async () => {
  const { terminal, place, inside, outside } = world()
  await terminal.open(place, size)
  expect(outside.runs).toEqual([])
  expect(inside.runs).toEqual([
    {
      permit: expect.objectContaining({
        because: 'policy-sandboxed',
        confinement: 'sandbox',
        grants: [],
      }) as unknown,
      policy: place.policy,
      command: ['bash'],
      ...{ cwd: '/work', workspace: '/work', session: 's1', timeoutMs: Infinity },
      env: { PATH: '/bin', TERM: 'xterm-256color', WITHIN: 'true' },
      input: { terminal: size, attach: expect.any(Function) as unknown },
    },
  ])
})

test('with full access it is run as commands are there, without the sandbox', async () => {
  const { terminal, place, inside, outside } = world({ mode: 'danger-full-access' })
  await terminal.open(place, size)
  expect([inside.runs.length, outside.runs.map(({ permit }) => permit.because)]).toEqual([
    0,
    ['policy-full-access'],
  ])
  expect(await terminal.read(place, 1, 0)).toEqual({
    ...{ run: 1, from: 0, text: '', mode: 'danger-full-access' },
  })
})

test('who opens it again has the one that runs, in the new size; after its end it is another', async () => {
  const { terminal, place, inside } = world()
  const opened = [terminal.open(place, size), terminal.open(place, { columns: 100, rows: 30 })]
  expect(await Promise.all(opened)).toEqual([
    { run: 1, begun: true },
    { run: 1, begun: false },
  ])
  terminal.resize({ columns: 50, rows: 5 })
  expect([inside.runs.length, inside.given]).toEqual([1, ['<80x24>', '<100x30>', '<50x5>']])
  void inside.print('first')
  inside.end(exited(3))
  await expect.poll(() => terminal.read(place, 1, 0)).toMatchObject({ run: 1, text: 'first', exitCode: 3 })
  await terminal.open(place, size)
  void inside.print('second')
  expect(await terminal.read(place, 1, 5)).toEqual({
    ...{ run: 2, from: 0, text: 'second', mode: 'workspace-write' },
  })
})

test('a reading waits for what comes, and is answered where nothing does', async () => {
  const { terminal, place, inside } = world({ waits: 'never' })
  expect(await terminal.read(place, 0, 0)).toMatchObject({ run: 0, text: '' })
  await terminal.open(place, size)
  const reading = terminal.read(place, 1, 0)
  void inside.print('ä$ ')
  expect(await reading).toMatchObject({ from: 0, text: 'ä$ ' })
  const more = terminal.read(place, 1, 3)
  await terminal.end(1)
  expect(await more).toMatchObject({ from: 3, text: '', stopped: true })
  const other = world()
  await other.terminal.open(place, size)
  expect(await other.terminal.read(place, 1, 0)).toMatchObject({ text: '' })
})

test('the last quarter of a million characters are there for a window that comes later', async () => {
  const { terminal, place, inside } = world()
  await terminal.open(place, size)
  void inside.print('a'.repeat(200_000))
  void inside.print('b'.repeat(100_000))
  const { from, text } = await terminal.read(place, 1, 10)
  expect([from, text.length, text.endsWith('ab'.padEnd(100_001, 'b'))]).toEqual([37_856, 262_144, true])
  expect(await terminal.read(place, 1, 299_990)).toMatchObject({ from: 299_990, text: 'b'.repeat(10) })
  // A number that no window can have been told.
  expect(await terminal.read(place, 1, 9_999_999)).toMatchObject({ from: 300_000, text: '' })
})

test('the program waits where nobody draws what it says, until somebody has, or it is ended', async () => {
  const { terminal, place, inside } = world()
  await terminal.open(place, size)
  let waits = true
  void inside.print('x'.repeat(100_000))
  const held = inside.print('x'.repeat(100_000))
  expect(held).toBeInstanceOf(Promise)
  void held?.then(() => {
    waits = false
  })
  await terminal.read(place, 1, 0)
  await new Promise(setImmediate)
  expect(waits).toBe(true)
  await terminal.read(place, 1, 200_000)
  await held
  expect(waits).toBe(false)
  const again = inside.print('x'.repeat(200_000))
  await terminal.end(1)
  await again
  expect(inside.print('x'.repeat(200_000))).toBeUndefined()
})

test('what is typed waits for a program that does not read, and for no more than some of it', async () => {
  let takes: Sent = 'full'
  const inside = patientRunner(() => takes)
  const { place, ...rest } = world()
  const terminal = new SessionTerminal({
    sandbox: inside.runner,
    unconfined: rest.outside.runner,
    workspace: { environment: () => ({}), program: () => Promise.resolve(undefined) },
    clock: clock('at once'),
  })
  expect(await terminal.write(0, 'too early')).toBe(false)
  await terminal.open(place, size)
  expect(inside.runs[0]?.command).toEqual(['sh'])
  const waiting = Array.from({ length: 16 }, (_, at) => terminal.write(1, String(at)))
  await expect(terminal.write(1, 'one more')).rejects.toThrow('does not read')
  takes = 'sent'
  expect(await Promise.all(waiting)).toEqual(Array(16).fill(true))
  expect(inside.given.length).toBe(17)
  await terminal.end(1)
  expect(await terminal.write(1, 'too late')).toBe(false)
  // What was meant for that one is not typed into the next.
  await terminal.open(place, size)
  expect(await terminal.write(1, 'rm -rf .\r')).toBe(false)
  expect(await terminal.write(2, 'ls\r')).toBe(true)
  expect(inside.given.at(-1)).toBe('ls\r')
  // Nor does its end end the next.
  await expect(terminal.end(1)).rejects.toThrow('not there any more')
  expect(await terminal.write(2, 'ls\r')).toBe(true)
})

test.each([
  ['a session of an agent elsewhere', { desk: { agent: 'claude-code' as const, id: 'x' } }, undefined],
  ['a session that an agent began', { child: { parent: 's0', kind: 'agent' } as never }, undefined],
  ['no sandbox', {}, { kind: 'unavailable' as const, reason: 'bwrap is missing', remedy: 'install it' }],
])('none is opened where there is %s', async (_, change, status) => {
  const { inside, outside, place } = world()
  const terminal = new SessionTerminal({
    sandbox: { ...inside.runner, ...(status && { status: () => Promise.resolve(status) }) },
    unconfined: outside.runner,
    workspace: { environment: () => ({}), program: () => Promise.resolve(undefined) },
    clock: clock('at once'),
  })
  const session = { ...place.session, ...change } as typeof place.session
  await expect(terminal.open({ ...place, session }, size)).rejects.toThrow('cannot be opened here')
  expect([inside.runs, outside.runs, (await terminal.read(place, 0, 0)).run]).toEqual([[], [], 0])
})

test('a run that cannot be started, or was put right afterwards, says so', async () => {
  const { terminal, place, inside } = world()
  await terminal.open(place, size)
  inside.end({ kind: 'failed', reason: 'no terminals here' })
  await expect.poll(() => terminal.read(place, 1, 0)).toMatchObject({ failed: 'no terminals here' })
  await terminal.open(place, size)
  inside.end({ ...exited(0), notes: '[countersign] undone\n' })
  await expect
    .poll(() => terminal.read(place, 2, 0))
    .toMatchObject({ text: '\r\n[countersign] undone\r\n', exitCode: 0 })
})

test('it ends with its session, which opens none any more', async () => {
  const { terminal, place, inside } = world()
  await terminal.open(place, size)
  await terminal.close()
  expect(await terminal.read(place, 1, 0)).toMatchObject({ stopped: true })
  await expect(terminal.open(place, size)).rejects.toThrow('closing')
  expect(inside.runs.length).toBe(1)
})

test('the agent reaches it by no number and hears nothing of it, and the record says nothing', async () => {
  const given = patientRunner()
  const write = (id: string, session_id: number) =>
    calls({ id, name: 'write_stdin', args: { session_id, chars: 'rm -rf .\n' } })
  const model = fakeModel([write('c0', 0), write('c1', 1), says('done'), says('again')])
  const engine = fakeEngine({ model, sandbox: { ...given.runner, runs: given.runs } })
  const session = await engine.engine.createSession({ cwd: '/work' })
  const { terminals } = engine.engine
  await terminals.open(session.id, size)
  void given.print('hush$ ')
  await terminals.write(session.id, 1, 'secret\r')
  const before = engine.store.lines.length
  await engine.engine.startTurn(session.id, 'go')
  await engine.until('turn.finished', 1)
  const told = engine.store.lines.flatMap((line) =>
    line.type === 'item' && line.item.type === 'function_call_output' ? [outputText(line.item.output)] : [],
  )
  expect(told).toEqual([
    expect.stringContaining('there is no session 0'),
    expect.stringContaining('there is no session 1'),
  ])
  expect(given.given).toEqual(['<80x24>', 'secret\r'])
  expect(JSON.stringify([engine.store.lines, model.requests])).not.toMatch(/hush|secret|xterm/)
  expect(before).toBeGreaterThan(0)
  // What is typed is no turn, and no turn's end is its end.
  expect(await terminals.read(session.id, 1, 0)).toEqual({
    ...{ run: 1, from: 0, text: 'hush$ ', mode: session.sandboxPolicy.mode },
  })
  await engine.engine.archiveSession(session.id)
  expect(given.runs.length).toBe(1)
  expect(engine.store.lines.length).toBeGreaterThan(before)
})
