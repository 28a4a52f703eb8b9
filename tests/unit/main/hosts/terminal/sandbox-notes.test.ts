import { expect, test } from 'vitest'
import type { Evidence } from '@shared/domain/evidence'
import type { RunResult } from '../../../../../src/main/core/ports/sandbox'
import { runInSandbox } from '../../../../../src/main/hosts/terminal/run-in-sandbox'

/** What is told behind the output of a run that ended so. */
async function toldOf(
  ended: { readonly exitCode: number; readonly notes?: string; readonly evidence?: readonly Evidence[] },
  json = false,
): Promise<string> {
  const told: string[] = []
  const { exitCode, notes, evidence = [] } = ended
  const result: RunResult = {
    kind: 'exited',
    exitCode,
    durationMs: 1,
    output: { stdout: '', stderr: 'own\n', aggregated: 'own\n', omittedBytes: 0 },
    evidence,
    ...(notes === undefined ? {} : { notes }),
  }
  const run = {
    command: ['x'],
    options: { policy: 'workspace-write' as const, writableRoot: [], json },
    runTyped: () => Promise.resolve(result),
  }
  const io = {
    write: () => undefined,
    complain: (text: string) => void told.push(text),
    pass: () => undefined,
  }
  expect(await runInSandbox(run, io, new AbortController().signal)).toBe(exitCode)
  return told.join('')
}

test.each([
  [false, '[countersign] ended: x\n'],
  [true, ''],
])('what the sandbox says of a run is told behind its output (json: %s)', async (json, said) => {
  expect(await toldOf({ exitCode: 137, notes: '[countersign] ended: x\n' }, json)).toBe(said)
})

const network = (target: string): Evidence => ({
  kind: 'network',
  target,
  operation: 'connect',
  source: 'proxy',
  backend: 'linux',
})
const write = (target: string): Evidence => ({
  kind: 'write',
  target,
  operation: 'openat',
  source: 'kernel',
  backend: 'linux',
})

test.each([
  [
    'a connection',
    [network('a.b:443')],
    'the sandbox stopped connect to a.b:443; --network would open more.',
  ],
  [
    'writes, the same once',
    [write('/srv/a'), write('/srv/a'), write('/srv/b\n'), write('/srv/c'), write('/srv/d')],
    String.raw`the sandbox stopped write /srv/a, write /srv/b\n, write /srv/c and 1 more; --writable-root or --policy would open more.`,
  ],
])('of a run that failed it is said what was stopped: %s', async (_what, evidence, said) => {
  expect(await toldOf({ exitCode: 1, evidence })).toBe(`countersign: ${said}\n`)
  expect(await toldOf({ exitCode: 0, evidence })).toBe('')
  expect(await toldOf({ exitCode: 1, evidence }, true)).toBe('')
  expect(
    await toldOf({ exitCode: 1, evidence: evidence.map((each) => ({ ...each, source: 'guess' })) }),
  ).toBe('')
})
