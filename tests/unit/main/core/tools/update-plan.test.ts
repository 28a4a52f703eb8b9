import { expect, test } from 'vitest'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { CommandParts, TurnContext } from '../../../../../src/main/core/turn/turn-context'
import { updatePlanTool } from '../../../../../src/main/core/tools/update-plan'

/** One call with this raw text: the reply and what was emitted. The tool touches nothing else of its turn. */
async function call(text: string) {
  const events: AgentEvent[] = []
  const turn = { emit: (event: AgentEvent) => events.push(event) } as unknown as TurnContext
  const reply = await updatePlanTool.run({ callId: 'c1', arguments: text }, turn, {} as CommandParts)
  return { reply, events }
}
const step = (name: string, status: string) => ({ step: name, status })

test.each([
  [{ plan: [step('one', 'completed'), step('two', 'in_progress'), step('three', 'pending')] }],
  [{ explanation: 'why', plan: [step('one', 'pending')] }],
  [{ plan: [] }],
])('the plan %j is shown as it is', async (args) => {
  expect(await call(JSON.stringify(args))).toEqual({
    reply: { text: 'Plan updated', ends: false },
    events: [{ type: 'plan.updated', callId: 'c1', ...args }],
  })
})

test.each([
  ['no JSON', '{"plan":', 'not valid JSON'],
  ['no plan', '{}', 'plan'],
  [
    'two steps at work',
    JSON.stringify({ plan: [step('a', 'in_progress'), step('b', 'in_progress')] }),
    'at most one step',
  ],
  ['a status there is not', JSON.stringify({ plan: [step('a', 'done')] }), 'status'],
  ['a step without words', JSON.stringify({ plan: [step('', 'pending')] }), 'must not be empty'],
  ['more steps than anyone reads', JSON.stringify({ plan: Array(101).fill(step('a', 'pending')) }), '100'],
])('%s is told with what was expected, and the plan stays', async (_, text, problem) => {
  const { reply, events } = await call(text)
  expect(reply.text).toContain(problem)
  expect(reply.text).toContain('expected {"explanation"')
  expect(events.map(({ type }) => type)).toEqual(['tool.rejected'])
})
