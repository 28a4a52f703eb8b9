import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import { composeEngine } from '../../../src/main/compose'
import { appServerHome, type AppServerHome } from '../../fakes/app-server-home'
import { eventually, uniqueSleep, withText } from './exec-world'

let home: AppServerHome
afterEach(() => home.remove())

type Called = 'function_call' | 'local_shell_call'

/** A command that stays, asked for under the id that the model gives to every call of its. */
const starts = (seconds: string, type: Called = 'function_call') => {
  const item =
    type === 'function_call'
      ? {
          ...{ type, name: 'exec_command', call_id: 'call_0' },
          arguments: JSON.stringify({ cmd: `sleep ${seconds}`, yield_time_ms: 250, login: false }),
        }
      : {
          ...{ type, call_id: 'call_0', status: 'completed' },
          action: { type: 'exec', command: ['sleep', seconds], timeout_ms: 600_000 },
        }
  const events = [
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { output: [], usage: null } },
  ]
  return { raw: events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`) }
}

async function session(script: Parameters<typeof appServerHome>[0], model: string) {
  home = await appServerHome(script, { view: { text: 'What matters.' } })
  writeFileSync(
    join(home.base, 'config.toml'),
    `model = "${model}"\nmodel_provider = "test"\n[features]\nsandbox_command_assessment = false\nunified_exec = true\n[model_providers.test]\nbase_url = "${home.server.baseUrl}"\nwire_api = "responses"\nrequest_max_retries = 0\nstream_max_retries = 0\n`,
  )
  const { engine } = await composeEngine({ env: home.env, version: 'test', runtimeProgram: '' })
  const events: AgentEvent[] = []
  engine.subscribe((notice) => {
    if (notice.kind === 'event') events.push(notice.event.event)
  })
  const { id } = await engine.createSession({ cwd: home.project, sandboxMode: 'workspace-write' })
  const ended = async (turns: number): Promise<void> => {
    await eventually(() => events.filter(({ type }) => type === 'turn.finished').length >= turns)
  }
  const callOf = (seconds: string): string =>
    events.flatMap((event) =>
      event.type === 'command.started' && event.command.join(' ').includes(seconds) ? [event.callId] : [],
    )[0] ?? ''
  return { engine, id, ended, callOf, events }
}

test('an id that comes again after a compaction is another while its first process runs, and each can be stopped alone', async () => {
  const [first, second] = [uniqueSleep(), uniqueSleep()]
  const script = [starts(first), { text: 'Up.' }, starts(second), { text: 'Up too.' }]
  const { engine, id, ended, callOf } = await session(script, 'test-1')
  await engine.startTurn(id, 'the first')
  await ended(1)
  await engine.compactSession(id)
  await ended(2)
  await engine.startTurn(id, 'the second')
  await ended(3)
  await eventually(() => withText(first).length > 0 && withText(second).length > 0)
  expect(callOf(first)).toBe('call_0')
  expect(await engine.stopCommand(id, callOf(first))).toBe(true)
  expect([withText(first).length, withText(second).length > 0]).toEqual([0, true])
  expect(await engine.stopCommand(id, callOf(second))).toBe(true)
  expect(withText(second)).toEqual([])
  await engine.close()
})

test('so is that of a call in another form', async () => {
  const [first, second] = [uniqueSleep(), uniqueSleep()]
  const script = [starts(first), starts(second, 'local_shell_call'), { text: 'Done.' }]
  const { engine, id, ended, callOf } = await session(script, 'codex-mini-latest')
  await engine.startTurn(id, 'both')
  await eventually(() => withText(first).length > 0 && withText(second).length > 0 && callOf(second) !== '')
  expect(await engine.stopCommand(id, callOf(second))).toBe(true)
  await ended(1)
  expect([withText(first).length > 0, withText(second).length]).toEqual([true, 0])
  expect(await engine.stopCommand(id, callOf(first))).toBe(true)
  expect(withText(first)).toEqual([])
  await engine.close()
})
