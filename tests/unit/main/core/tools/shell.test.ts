import { expect, test } from 'vitest'
import { calls, fakeEngine, fakeModel, says } from '../../../../fakes/fake-world'

/** One call of the tool with these arguments: what the model is told, and what ran. */
async function call(args: unknown) {
  const model = fakeModel([calls({ id: 'c1', args }), says('done')])
  const world = fakeEngine({ model })
  const session = await world.engine.createSession({ cwd: '/work' })
  await world.engine.startTurn(session.id, 'go')
  await world.until('turn.finished')
  const output = model.requests[1]?.input.find((item) => item.type === 'function_call_output')
  return { told: output?.output ?? '', runs: world.sandbox.runs }
}

test.each<[name: string, args: unknown, problem: string]>([
  ['no JSON', '{"command":', 'not valid JSON'],
  ['no command', {}, 'command'],
  ['an empty argv', { command: [] }, 'needs at least a program name'],
  ['an empty program name', { command: [''] }, 'command[0] is empty'],
  ['a command as one text', { command: 'ls' }, 'expected array'],
  ['a NUL in an argument', { command: ['echo', 'a\0b'] }, 'must not contain NUL'],
  ['text that is no Unicode', { command: ['echo', '\ud800'] }, 'must be valid Unicode'],
  ['a NUL in the folder', { command: ['ls'], workdir: '/a\0' }, 'must not contain NUL'],
  ['a time limit of 0', { command: ['ls'], timeout_ms: 0 }, 'timeout_ms'],
  ['a negative time limit', { command: ['ls'], timeout_ms: -1 }, 'timeout_ms'],
  ['a time limit that is no number', { command: ['ls'], timeout_ms: 'soon' }, 'timeout_ms'],
])('%s is told with what was expected, and nothing runs', async (_, args, problem) => {
  const { told, runs } = await call(args)
  expect(told).toContain(problem)
  expect(told).toContain('expected {"command"')
  expect(runs).toEqual([])
})

test.each([
  [{}, 10_000],
  [{ timeout_ms: 1 }, 1],
  [{ timeout: 250 }, 250],
  [{ timeout_ms: 1e300 }, 3_600_000],
])('a time limit of %j is %i ms', async (limit, timeoutMs) => {
  const { runs } = await call({ command: ['ls'], ...limit })
  expect(runs.map((run) => run.timeoutMs)).toEqual([timeoutMs])
})
