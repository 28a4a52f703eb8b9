import { expect, test } from 'vitest'
import { readGit } from '../../../../../src/main/core/commands/read-git'
import { runTyped, type RunTyped } from '../../../../../src/main/core/commands/run-typed'
import type { RunSpec } from '../../../../../src/main/core/ports/sandbox'
import { bashParser } from '../../../../fakes/bash-parser'

const parser = bashParser()
const policy = { mode: 'read-only', network_access: false } as const

/** What comes to the sandbox of a command that is typed in a folder. */
function world() {
  const specs: RunSpec[] = []
  const run: RunTyped = (typed, signal, onOutput) =>
    runTyped(
      typed,
      {
        sandbox: {
          run: (spec: RunSpec) => {
            specs.push(spec)
            return Promise.resolve({ kind: 'exited', exitCode: 0, output: { stdout: '', stderr: '' } })
          },
        } as never,
        unconfined: undefined as never,
        workspace: {
          resolveFolder: (folder: string) => Promise.resolve(folder),
          environment: () => ({}),
        } as never,
        parser,
      },
      signal,
      onOutput,
    )
  return { specs, run }
}

const never = new AbortController().signal

test('a typed command that may connect is told which host it wanted', async () => {
  const { specs, run } = world()
  for (const command of [['git', 'fetch'], ['true']])
    await run({ command, cwd: '/w', policy, timeoutMs: 1000 }, never, () => undefined)
  expect(specs.map(({ watchHosts = false }) => watchHosts)).toEqual([true, false])
})

test('git that the program asks itself connects to nothing, and has no proxy', async () => {
  const { specs, run } = world()
  const reader = await readGit('/w', { runTyped: run, signal: never })
  await reader.git('status')
  await reader.script('git status')
  expect(specs.map(({ watchHosts = false }) => watchHosts)).toEqual([false, false, false])
})
