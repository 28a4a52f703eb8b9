import { expect, test } from 'vitest'
import type { RunResult } from '../../../../../src/main/core/ports/sandbox'
import { runInSandbox } from '../../../../../src/main/hosts/terminal/run-in-sandbox'

test.each([
  [false, '[countersign] ended: x\n'],
  [true, ''],
])('what the sandbox says of a run is told behind its output (json: %s)', async (json, said) => {
  const told: string[] = []
  const notes = '[countersign] ended: x\n'
  const result: RunResult = {
    kind: 'exited',
    exitCode: 137,
    durationMs: 1,
    output: { stdout: '', stderr: `own\n${notes}`, aggregated: `own\n${notes}`, omittedBytes: 0 },
    evidence: [],
    notes,
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
  expect(await runInSandbox(run, io, new AbortController().signal)).toBe(137)
  expect(told.join('')).toBe(said)
})
