import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { sandboxPolicyForMode, type SandboxPolicy } from '@shared/domain/sandbox-policy'
import type { RunTyped, TypedCommand } from '../../../../../src/main/core/commands/run-typed'
import type { EngineState } from '../../../../../src/main/core/engine/engine-service'
import type { OutputListener, RunResult } from '../../../../../src/main/core/ports/sandbox'
import type { Sent } from '../../../../../src/main/core/run/process-input'
import { commandHandlers } from '../../../../../src/main/hosts/app-server-v2/command-handlers'
import { commandRequests } from '../../../../../src/main/hosts/app-server-v2/protocol/command-requests'
import type { Emitted } from '../../../../../src/main/hosts/app-server-v2/protocol/notifications'
import { createFakeEngine } from '../../../../fakes/fake-engine'

interface Run {
  readonly typed: TypedCommand
  readonly signal: AbortSignal
  readonly onOutput: OutputListener
  readonly end: (result: RunResult) => void
}

/** Handlers over commands that end when they are told to, or when they are stopped. */
function world(configured: SandboxPolicy['mode'] = 'workspace-write', threads: SandboxPolicy[] = []) {
  const runs: Run[] = []
  const told: Emitted[] = []
  const runTyped: RunTyped = (typed, signal, onOutput) =>
    new Promise((resolve) => {
      runs.push({ typed, signal, onOutput, end: resolve })
      signal.addEventListener('abort', () => {
        resolve(ended('cancelled'))
      })
    })
  const stop = new AbortController()
  const state = () =>
    Promise.resolve({ defaults: { sandboxPolicy: sandboxPolicyForMode(configured) } } as EngineState)
  const handlers = commandHandlers(() =>
    Promise.resolve({
      engine: createFakeEngine({ state }),
      runTyped,
      stop: stop.signal,
      threads: { policies: threads },
      emit: (each) => {
        told.push(each)
      },
      room: () => Promise.resolve(),
    }),
  )
  const exec = (said: object) =>
    Promise.resolve(
      handlers['command/exec'](commandRequests['command/exec'].params.parse({ command: ['x'], ...said })),
    )
  const write = (said: z.input<(typeof commandRequests)['command/exec/write']['params']>) =>
    Promise.resolve(handlers['command/exec/write'](commandRequests['command/exec/write'].params.parse(said)))
  /** The nth command, once it runs. */
  const begun = async (nth = 1): Promise<Run> => {
    await expect.poll(() => runs.length).toBeGreaterThanOrEqual(nth)
    return runs[nth - 1] as Run
  }
  return { handlers, exec, write, begun, runs, told, stop }
}

const said = (stdout: string) => ({
  durationMs: 1,
  evidence: [],
  output: { stdout, stderr: '', aggregated: stdout, omittedBytes: 0 },
})
const ended = (kind: 'cancelled' | 'timed-out'): RunResult => ({ kind, ...said('') })
const exited = (stdout = '', notes?: string): RunResult => ({
  ...{ kind: 'exited', exitCode: 0, ...said(stdout) },
  ...(notes !== undefined && { notes }),
})

/** Gives a command its way in, and says what came through it. */
function attach({ typed }: Run, answers: Sent[] = []) {
  const got: string[] = []
  let drain: (() => void) | undefined
  typed.input?.attach({
    write: (bytes) => {
      const sent = answers.shift() ?? 'sent'
      if (sent === 'sent') got.push(Buffer.from(bytes).toString())
      return sent
    },
    drained: () =>
      new Promise((resolve) => {
        drain = resolve
      }),
    end: () => got.push('end'),
    interrupt: () => false,
    resize: ({ columns, rows }) => got.push(`${String(columns)}x${String(rows)}`),
  })
  return {
    got,
    waits: () => drain !== undefined,
    drain: () => drain?.(),
  }
}
const word = (text: string): string => Buffer.from(text).toString('base64')
const processId = 'p'
const piped = { processId, streamStdin: true, streamStdoutStderr: true }

describe('what a client writes', () => {
  test('comes in its order, also what was written before the command ran and while it did not read', async () => {
    const { exec, write, begun } = world()
    const answer = exec(piped)
    const writes = [
      write({ processId, deltaBase64: word('one ') }),
      write({ processId, deltaBase64: word('two ') }),
      write({ processId, closeStdin: true }),
    ]
    const run = await begun()
    const { got, waits, drain } = attach(run, ['full'])
    await expect.poll(waits).toBe(true)
    expect(got).toEqual([])
    drain()
    await Promise.all(writes)
    expect(got).toEqual(['one ', 'two ', 'end'])
    await expect(write({ processId, deltaBase64: word('three') })).rejects.toThrow(
      'the standard input of "p" is closed; expected no write any more',
    )
    run.end(exited())
    expect(await answer).toEqual({ exitCode: 0, stdout: '', stderr: '' })
  })

  test('is refused where there is no way in, and of a command that ended before it read', async () => {
    const { exec, write, begun, handlers } = world()
    const silent = exec({ processId: 'silent' })
    const first = await begun()
    await expect(write({ processId: 'silent', deltaBase64: word('x') })).rejects.toThrow(
      'expected a command begun with streamStdin or tty',
    )
    first.end(exited())
    await silent

    const quick = exec(piped)
    const second = await begun(2)
    const late = write({ processId, deltaBase64: word('x') })
    second.end(exited())
    await expect(late).rejects.toThrow('is closed; expected no write any more')
    await quick
    await expect(write({ processId, deltaBase64: word('x') })).rejects.toThrow(
      'no command runs under processId "p"; expected that of a command/exec which is not answered yet',
    )
    await expect(Promise.resolve(handlers['command/exec/terminate']({ processId }))).rejects.toThrow(
      'no command runs under processId "p"',
    )
  })

  test('waits for readers, but never so much that an end could not be asked for', async () => {
    const { exec, write, begun } = world()
    const answer = exec(piped)
    const run = await begun()
    const writes = Array.from({ length: 64 }, () => write({ processId, deltaBase64: word('x') }))
    const refusals = Promise.allSettled(writes)
    await expect(write({ processId, deltaBase64: word('x') })).rejects.toThrow(
      '64 writes wait for commands that do not read; expected this one after an answer to one of them',
    )
    run.end(exited())
    await answer
    expect(new Set((await refusals).map(({ status }) => status))).toEqual(new Set(['rejected']))
  })
})

test('a name is that of one command at a time, and of another when it has ended', async () => {
  const { exec, begun, handlers } = world()
  const first = exec(piped)
  await begun()
  await expect(exec(piped)).rejects.toThrow(
    'processId "p" is that of a command which still runs; expected another',
  )
  await expect(Promise.resolve(handlers['command/exec/terminate']({ processId: 'q' }))).rejects.toThrow(
    'no command runs under processId "q"; expected one that does, such as "p"',
  )
  expect(await handlers['command/exec/terminate']({ processId })).toEqual({})
  expect(await first).toEqual({ exitCode: 137, stdout: '', stderr: '' })
  const again = exec(piped)
  ;(await begun(2)).end(ended('timed-out'))
  expect(await again).toMatchObject({ exitCode: 124 })
})

test('named commands do not wait for each other, and there are only so many', async () => {
  const { exec, runs, stop } = world()
  const all = Array.from({ length: 64 }, (_, at) => exec({ processId: String(at), disableTimeout: true }))
  await expect.poll(() => runs.length).toBe(64)
  expect(new Set(runs.map(({ typed }) => typed.timeoutMs))).toEqual(new Set([Infinity]))
  await expect(exec({ processId: 'more' })).rejects.toThrow(
    '64 commands run already; expected command/exec/terminate for one of them before',
  )
  // The client is gone: so are they.
  stop.abort()
  expect(new Set((await Promise.all(all)).map(({ exitCode }) => exitCode))).toEqual(new Set([137]))
})

test('output is told as it comes, up to the cap of each stream, and not again at the end', async () => {
  const { exec, begun, told } = world()
  const answer = exec({ ...piped, outputBytesCap: 4 })
  const { onOutput, end } = await begun()
  for (const [stream, text] of [
    ['stdout', 'abc'],
    ['stderr', 'x'],
    ['stdout', 'def'],
    ['stdout', 'ghi'],
  ] as const)
    await onOutput.bytes?.(stream, Buffer.from(text))
  end(exited('abcdefghi', 'held'))
  expect(await answer).toEqual({ exitCode: 0, stdout: '', stderr: '' })
  expect(told.map(({ params }) => params)).toEqual([
    { processId, stream: 'stdout', deltaBase64: word('abc'), capReached: false },
    { processId, stream: 'stderr', deltaBase64: word('x'), capReached: false },
    { processId, stream: 'stdout', deltaBase64: word('d'), capReached: true },
    { processId, stream: 'stderr', deltaBase64: word('hel'), capReached: true },
  ])
})

test('output that is not streamed is cut to the cap', async () => {
  const { exec, begun, told } = world()
  const answer = exec({ outputBytesCap: 4 })
  const { end, typed } = await begun()
  end(exited('abcdef'))
  expect([await answer, told, typed.input]).toEqual([
    { exitCode: 0, stdout: 'abcd', stderr: '' },
    [],
    undefined,
  ])
})

test('a terminal has its size, takes another, and no end of input', async () => {
  const { exec, write, begun, handlers } = world()
  const answer = exec({ processId, tty: true, size: { rows: 30, cols: 100 } })
  const run = await begun()
  expect(run.typed.input?.terminal).toEqual({ rows: 30, columns: 100 })
  const { got } = attach(run)
  await handlers['command/exec/resize']({ processId, size: { rows: 5, columns: 10 } })
  await expect(write({ processId, closeStdin: true })).rejects.toThrow('expected Ctrl-D ("BA==")')
  await write({ processId, deltaBase64: 'BA==' })
  expect(got).toEqual(['10x5', '\u0004'])
  run.end(exited())
  await answer
  const pipes = exec(piped)
  const second = await begun(2)
  await expect(
    Promise.resolve(handlers['command/exec/resize']({ processId, size: { rows: 5, columns: 10 } })),
  ).rejects.toThrow('"p" has no terminal; expected a command begun with tty')
  second.end(exited())
  await pipes
})

describe('the sandbox of a command', () => {
  const full = sandboxPolicyForMode('danger-full-access')
  const networked: SandboxPolicy = { mode: 'read-only', network_access: true }
  test.each<[string, { mode: SandboxPolicy['mode']; threads?: SandboxPolicy[] }, object | undefined, string]>(
    [
      ['none asked for', { mode: 'read-only', threads: [full] }, undefined, 'read-only'],
      ['narrower', { mode: 'workspace-write' }, { type: 'readOnly' }, 'read-only'],
      ['as wide', { mode: 'workspace-write' }, { type: 'workspaceWrite' }, 'workspace-write'],
      [
        'as wide as a thread',
        { mode: 'read-only', threads: [full] },
        { type: 'dangerFullAccess' },
        'danger-full-access',
      ],
      [
        'the network of a thread',
        { mode: 'read-only', threads: [networked] },
        { type: 'readOnly', networkAccess: true },
        'read-only',
      ],
    ],
  )('%s', async (_, { mode, threads }, sandboxPolicy, expected) => {
    const { exec, begun } = world(mode, threads)
    const answer = exec({ sandboxPolicy })
    const { typed, end } = await begun()
    expect(typed.policy.mode).toBe(expected)
    end(exited())
    await answer
  })

  test.each<[string, SandboxPolicy['mode'], SandboxPolicy[], object]>([
    ['none at all', 'workspace-write', [], { type: 'dangerFullAccess' }],
    ['every file', 'workspace-write', [], { type: 'externalSandbox', networkAccess: 'restricted' }],
    ['writing', 'read-only', [], { type: 'workspaceWrite' }],
    ['the network', 'workspace-write', [], { type: 'readOnly', networkAccess: true }],
    // Each of two allows a half of it.
    ['a sum', 'workspace-write', [networked], { type: 'workspaceWrite', networkAccess: true }],
  ])('wider is refused, and nothing runs: %s', async (_, configured, threads, sandboxPolicy) => {
    const { exec, runs } = world(configured, threads)
    await expect(exec({ ...piped, sandboxPolicy })).rejects.toThrow('expected one that allows no more')
    expect(runs).toEqual([])
    // The name is free again.
    await expect(exec({ ...piped, sandboxPolicy })).rejects.toThrow('expected one that allows no more')
  })
})
