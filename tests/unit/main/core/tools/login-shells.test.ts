import { expect, test } from 'vitest'
import { chooseTools } from '../../../../../src/main/core/tools/choose-tools'
import { execCommandTool } from '../../../../../src/main/core/tools/exec-command'
import type { TurnContext } from '../../../../../src/main/core/turn/turn-context'

test('where login shells are switched off none is offered, and one that is asked for is refused', async () => {
  const [tool] = chooseTools([execCommandTool], 'm', { allow_login_shell: false })
  const emitted: unknown[] = []
  const turn = { emit: (event: unknown) => emitted.push(event), processes: {} } as unknown as TurnContext
  const call = { callId: 'c1', arguments: JSON.stringify({ cmd: 'true', login: true }) }
  const reply = await tool?.run(call, turn, {} as never)
  expect([JSON.stringify(tool?.spec.parameters).includes('login'), reply?.text]).toEqual([
    false,
    expect.stringContaining('login shells are switched off'),
  ])
  expect(emitted).toMatchObject([{ type: 'tool.rejected', name: 'exec_command' }])
})

test.each([{}, { allow_login_shell: true }])('with %j the tool is as it always was', (choices) => {
  expect(chooseTools([execCommandTool], 'm', choices)).toEqual([execCommandTool])
})
