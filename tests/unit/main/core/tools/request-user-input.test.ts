import { expect, test } from 'vitest'
import type { ApprovalPolicy } from '@shared/domain/approval-policy'
import type { QuestionAnswer } from '@shared/domain/question'
import { chooseTools } from '../../../../../src/main/core/tools/choose-tools'
import { requestUserInputTool } from '../../../../../src/main/core/tools/request-user-input'
import { calls, fakeEngine, fakeModel, says } from '../../../../fakes/fake-world'

const options = [{ label: 'SQLite', description: 'A file.' }]
const asked = [
  { id: 'store', header: 'Store', question: 'Where shall it go?', options },
  { id: 'key', header: 'Key', question: 'Which password?' },
]

/** An engine whose agent asks with these arguments; `attended`: somebody is there. */
async function world(
  args: object,
  { attended = true, policy = 'on-request' }: { attended?: boolean; policy?: ApprovalPolicy } = {},
) {
  const model = fakeModel([calls({ id: 'c1', name: 'request_user_input', args }), says('done')])
  const made = fakeEngine({
    model,
    defaults: { approvalPolicy: policy },
    tools: [requestUserInputTool],
  })
  if (attended) made.engine.questions.attend()
  const session = await made.engine.createSession({ cwd: '/w' })
  await made.engine.startTurn(session.id, 'go')
  const output = async (): Promise<unknown> => {
    await made.until('turn.finished')
    return model.requests
      .at(-1)
      ?.input.flatMap((item) => (item.type === 'function_call_output' ? [item.output] : []))
  }
  return { ...made, session, output }
}

test('the person is asked by the agent, with what is proposed, and the model gets what was answered', async () => {
  const { engine, until, output } = await world({ questions: asked })
  const { question } = await until('question.asked')
  expect(question).toMatchObject({ tool: 'request_user_input', callId: 'c1', message: '', state: 'pending' })
  expect('server' in question).toBe(false)
  expect(question.matter).toEqual({
    mode: 'form',
    fields: [
      {
        ...{ key: 'store', kind: 'text', title: 'Store', description: 'Where shall it go?', required: false },
        ...{ secret: false, proposed: [{ value: 'SQLite', title: 'A file.' }] },
      },
      {
        key: 'key',
        kind: 'text',
        title: 'Key',
        description: 'Which password?',
        required: false,
        secret: true,
      },
    ],
  })
  await engine.questions.answer(question.id, { action: 'accept', content: { store: 'Postgres' } }, 'window')
  expect(await output()).toEqual(['{"answers":{"store":{"answers":["Postgres"]}}}'])
})

test.each<QuestionAnswer>([{ action: 'decline' }, { action: 'cancel' }])(
  '$action is no answer',
  async (answer) => {
    const { engine, until, output } = await world({ questions: asked })
    const { question } = await until('question.asked')
    await engine.questions.answer(question.id, answer, 'window')
    expect(await output()).toEqual(['The user did not answer.'])
  },
)

test('a turn that is stopped withdraws it', async () => {
  const { engine, until, session } = await world({ questions: asked })
  await until('question.asked')
  await engine.interruptTurn(session.id)
  expect(await until('question.resolved')).toMatchObject({ question: { state: 'withdrawn' } })
})

test.each<[string, Parameters<typeof world>[1]]>([
  ['where nobody is', { attended: false }],
  ['under never', { policy: 'never' }],
])('%s the model is told so at once', async (_, where) => {
  const { output, events } = await world({ questions: asked }, where)
  expect(await output()).toEqual([expect.stringContaining('Nobody can be asked here.')])
  expect(events().some(({ type }) => type === 'question.asked')).toBe(false)
})

const one = { id: 'a', header: 'A', question: 'A?' }
test.each<[string, object]>([
  ['nothing', {}],
  ['no questions', { questions: [] }],
  ['four', { questions: ['a', 'b', 'c', 'd'].map((id) => ({ ...one, id })) }],
  ['an id twice', { questions: [one, one] }],
  ['a label twice', { questions: [{ ...one, options: [...options, ...options] }] }],
  ['eleven proposals', { questions: [{ ...one, options: Array(11).fill(options[0]) }] }],
  ['no words', { questions: [{ ...one, question: '' }] }],
  ['NUL', { questions: [{ ...one, question: 'a\0' }] }],
  ['the name of a prototype', { questions: [{ ...one, id: '__proto__' }] }],
])('asked with %s: the model is told what was expected, and nobody is asked', async (_, args) => {
  const { output, events } = await world(args)
  expect(await output()).toEqual([expect.stringMatching(/^failed to parse .*expected \{"questions"/)])
  expect(events().some(({ type }) => type === 'question.asked')).toBe(false)
})

test('it is offered where it is switched on alone', () => {
  const offered = (on?: boolean) =>
    chooseTools([requestUserInputTool], 'm', {
      features: on === undefined ? {} : { default_mode_request_user_input: on },
    }).length
  expect([offered(), offered(false), offered(true)]).toEqual([0, 0, 1])
})
