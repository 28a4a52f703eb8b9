import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { RunResult } from '../../../../../src/main/core/ports/sandbox'
import { openObserver } from '../../../../../src/main/adapters/sandbox-linux/run/observer'
import { startResult } from '../../../../../src/main/adapters/sandbox-linux/run/run-result'

const folder = mkdtempSync('/tmp/cs-begun-')
afterAll(() => {
  rmSync(folder, { recursive: true })
})

/** What is known of a command that ended with the launcher's words. */
const ended: RunResult = {
  kind: 'exited',
  exitCode: 1,
  durationMs: 5,
  output: { stdout: '', stderr: 'bwrap: no\n', aggregated: 'bwrap: no\n', omittedBytes: 0 },
  evidence: [],
}
const spec = { command: ['sh'] }

/** A program that comes to life, says its word and ends, while this process does nothing else: all of it is still unread then. */
function comesAndGoes(env: Readonly<Record<string, string>>): void {
  const program = `const socket = require('node:net').connect(process.env.COUNTERSIGN_OBSERVER_SOCKET, () => {
    socket.write(JSON.stringify({ run: process.env.COUNTERSIGN_OBSERVER_WORD }) + '\\n')
    setTimeout(() => process.exit(1), 50)
  })`
  spawnSync(process.execPath, ['-e', program], { env })
}

test('a command that began is no failed setting up, though nothing of its helper was read when it ended', async () => {
  const observer = await openObserver(join(folder, 'a'))
  const observation = observer.observe({})
  comesAndGoes(observation.env)
  const heard: string[] = []
  const result = await startResult(ended, { spec, observation }, (_, text) => heard.push(text))
  expect([result, heard]).toEqual([ended, []])
  await observation.finish()
})

test('one whose helper never came failed to be set up, and another run’s word does not help it', async () => {
  const observer = await openObserver(join(folder, 'b'))
  const [other, observation] = [observer.observe({}), observer.observe({})]
  comesAndGoes({ ...other.env, COUNTERSIGN_OBSERVER_WORD: '0'.repeat(32) })
  comesAndGoes(other.env)
  expect(await startResult(ended, { spec, observation }, () => undefined)).toEqual({
    kind: 'failed',
    reason: 'the sandbox could not be set up: no',
    passing: true,
  })
  await Promise.all([other.finish(), observation.finish()])
})
