import { describe, expect, test } from 'vitest'
import { FaultError } from '@shared/domain/fault'
import type { Question, QuestionAnswer, QuestionField } from '@shared/domain/question'
import { QuestionQueue } from '../../../../../src/main/core/approvals/question-queue'
import type { ClientAnswer } from '../../../../../src/main/hosts/app-server/client-connection'
import { AskedQuestions, userInputOf } from '../../../../../src/main/hosts/app-server-v2/asked-questions'
import { elicitationOf } from '../../../../../src/main/hosts/app-server-v2/elicitation-of'
import type { Emitted } from '../../../../../src/main/hosts/app-server-v2/protocol/notifications'
import { serverRequests } from '../../../../../src/main/hosts/app-server-v2/protocol/questions'
import { createFakeEngine, createFakeLog } from '../../../../fakes/fake-engine'
import { sampleQuestion } from '../../../../fakes/sample-question'

const ofServer = (question: Question) => ({ ...question, server: question.server ?? '' })
const place = { threadId: 'p1', turnId: 't9' }
const named = { required: false, secret: false }
const options = [{ value: 'r', title: 'Red' }]
const form = (...fields: QuestionField[]): Question => sampleQuestion({ matter: { mode: 'form', fields } })
const url = sampleQuestion({ matter: { mode: 'url', url: 'https://a.example/x', host: 'a.example' } })

describe('what a server asks, in the words of this protocol', () => {
  test('a form: every kind of field with its limits, and which must be filled in', () => {
    const { method, params } = elicitationOf(
      ofServer(
        form(
          { ...named, key: 'a', kind: 'text', title: 'A', required: true, minLength: 2, format: 'email' },
          { ...named, key: 'b', kind: 'number', whole: true, minimum: 1, initial: 3 },
          { ...named, key: 'c', kind: 'number', whole: false, maximum: 9 },
          { ...named, key: 'd', kind: 'switch', description: 'D?', initial: true },
          { ...named, key: 'e', kind: 'one', options, initial: 'r' },
          { ...named, key: 'f', kind: 'several', options, minItems: 1, secret: true },
        ),
      ),
      place,
    )
    expect([method, params]).toEqual([
      'mcpServer/elicitation/request',
      {
        ...{ threadId: 'p1', turnId: 't9', serverName: 'notes', mode: 'form', message: 'Who are you?' },
        _meta: { countersign: { questionId: 'q1', tool: 'look', secret: ['f'] } },
        requestedSchema: {
          type: 'object',
          required: ['a'],
          properties: {
            a: { type: 'string', title: 'A', minLength: 2, format: 'email' },
            b: { type: 'integer', minimum: 1, default: 3 },
            c: { type: 'number', maximum: 9 },
            d: { type: 'boolean', description: 'D?', default: true },
            e: { type: 'string', oneOf: [{ const: 'r', title: 'Red' }], default: 'r' },
            f: { type: 'array', minItems: 1, items: { anyOf: [{ const: 'r', title: 'Red' }] } },
          },
        },
      },
    ])
    expect(serverRequests[method].params.safeParse(params).success).toBe(true)
  })

  test('an address, between turns', () => {
    const { method, params } = elicitationOf(ofServer(url), { threadId: 'p1', turnId: '' })
    expect(params).toMatchObject({
      ...{ turnId: null, mode: 'url', url: 'https://a.example/x', elicitationId: 'q1' },
    })
    expect(serverRequests[method].params.safeParse(params).success).toBe(true)
  })
})

const declined = { action: 'decline' }
const read = (question: Question, answer: ClientAnswer): QuestionAnswer =>
  elicitationOf(ofServer(question), place).read(answer)
const result = (said: unknown): ClientAnswer => ({ kind: 'result', result: said })

test.each<[string, unknown, unknown]>([
  ['accept', { action: 'accept', content: { name: 'Ada' }, _meta: null }, { name: 'Ada' }],
  ['accept of nothing', { action: 'accept', content: null }, {}],
  ['what was left out', { action: 'accept', content: { name: 'Ada', more: null } }, { name: 'Ada' }],
])('a form that is answered: %s', (_, said, content) => {
  expect(read(sampleQuestion(), result(said))).toEqual({ action: 'accept', content })
})

test('an address that is answered carries nothing', () => {
  expect(read(url, result({ action: 'accept', content: { token: 'x' } }))).toEqual({ action: 'accept' })
})

test.each<[string, ClientAnswer, object]>([
  ['cancel', result({ action: 'cancel' }), { action: 'cancel' }],
  ['decline', result({ action: 'decline', content: { name: 'Ada' } }), declined],
  ['a list', result({ action: 'accept', content: ['Ada'] }), declined],
  ['text', result({ action: 'accept', content: 'Ada' }), declined],
  ['a depth that no form has', result({ action: 'accept', content: { name: { first: 'Ada' } } }), declined],
  ['no action', result({ content: { name: 'Ada' } }), declined],
  ['an answer to an approval', result({ decision: 'accept' }), declined],
  ['null', result(null), declined],
  ['an error', { kind: 'error' }, declined],
])('a form that is answered with %s is not accepted', (_, answer, expected) => {
  expect(read(sampleQuestion(), answer)).toEqual(expected)
})

describe('what an agent asks', () => {
  const { server: _, ...unserved } = form(
    {
      ...{ ...named, key: 'store', kind: 'text', title: 'Store', description: 'Where to?' },
      proposed: [{ value: 'SQLite', title: 'A file.' }],
    },
    { ...named, key: 'key', kind: 'text', title: 'Key', description: 'Which?', secret: true },
  )
  const { method, params, read: readInput } = userInputOf(unserved, place)

  test('is a request for user input, with what is proposed', () => {
    expect([method, params]).toEqual([
      'item/tool/requestUserInput',
      {
        ...{ threadId: 'p1', turnId: 't9', itemId: 's1/c1', isBlocking: true, autoResolutionMs: null },
        questions: [
          {
            ...{ id: 'store', header: 'Store', question: 'Where to?', isOther: true, isSecret: false },
            options: [{ label: 'SQLite', description: 'A file.' }],
          },
          { id: 'key', header: 'Key', question: 'Which?', isOther: true, isSecret: true, options: null },
        ],
      },
    ])
    expect(serverRequests[method].params.safeParse(params).success).toBe(true)
    expect(userInputOf(unserved, { ...place, threadId: 's1' }).params.itemId).toBe('c1')
  })

  test.each<[string, ClientAnswer, object]>([
    [
      'texts',
      result({ answers: { store: { answers: ['SQLite', 'in /tmp'] }, key: { answers: [] } } }),
      { action: 'accept', content: { store: 'SQLite\nin /tmp' } },
    ],
    ['nothing', result({ answers: {} }), { action: 'accept', content: {} }],
    ['text alone', result({ answers: { store: 'SQLite' } }), { action: 'decline' }],
    ['an elicitation’s answer', result({ action: 'accept' }), { action: 'decline' }],
    ['an error', { kind: 'error' }, { action: 'decline' }],
  ])('is answered with %s', (_, answer, expected) => {
    expect(readInput(answer)).toEqual(expected)
  })
})

describe('a question that waits', () => {
  function world(questions = new QuestionQueue()) {
    const told: Emitted[] = []
    const log = createFakeLog()
    const answers: PromiseWithResolvers<ClientAnswer>[] = []
    let forgotten = 0
    const asked = new AskedQuestions({
      engine: createFakeEngine({ questions }),
      log,
      emit: (each) => {
        told.push(each)
      },
      ask: () => {
        const answer = Promise.withResolvers<ClientAnswer>()
        answers.push(answer)
        return { id: answers.length, answer: answer.promise, forget: () => (forgotten += 1) }
      },
    })
    const stop = new AbortController()
    const put = (question = sampleQuestion()) =>
      questions.ask(question, { record: () => Promise.resolve(), signal: stop.signal })
    return { asked, put, told, log, answers, stop, forgotten: () => forgotten }
  }
  const now = (ask: (turnId: string) => void): void => {
    ask('t1')
  }

  test('gets the first answer, and takes the request back', async () => {
    const { asked, put, answers, forgotten } = world()
    const answered = put()
    asked.ask(sampleQuestion(), 's1', now)
    expect(asked.wait).toBe(true)
    answers[0]?.resolve(result({ action: 'accept', content: { name: 'Ada' } }))
    expect(await answered).toEqual({ action: 'accept', content: { name: 'Ada' } })
    expect([asked.over(sampleQuestion()), asked.wait, forgotten()]).toEqual([1, false, 1])
  })

  test('is declined, with what was expected, where the answer does not fit the form', async () => {
    const { asked, put, answers, told } = world()
    const answered = put()
    asked.ask(sampleQuestion(), 's1', now)
    answers[0]?.resolve(result({ action: 'accept', content: { name: 7, more: 'x' } }))
    expect(await answered).toEqual({ action: 'decline' })
    expect(told).toEqual([
      {
        method: 'warning',
        params: {
          threadId: 's1',
          message:
            'This does not fit the form. "name": expected text; "more": expected nothing: it is not asked for. It was declined.',
        },
      },
    ])
  })

  test('is left to others, or to its end, where the client is gone', async () => {
    const { asked, put, answers, stop } = world()
    const answered = put()
    asked.ask(sampleQuestion(), 's1', now)
    answers[0]?.resolve({ kind: 'gone' })
    stop.abort()
    expect(await answered).toEqual({ action: 'cancel' })
  })

  test('is not asked where it was over before its turn came', () => {
    const { asked, answers } = world()
    let later: () => void = () => undefined
    asked.ask(sampleQuestion(), 's1', (ask) => {
      later = () => {
        ask('t1')
      }
    })
    expect(asked.over(sampleQuestion())).toBeUndefined()
    later()
    expect(answers).toEqual([])
  })

  test('waits on where the answer could not be put on record, which is logged', async () => {
    const failing = new QuestionQueue()
    failing.answer = () =>
      Promise.reject(new FaultError({ code: 'store-failed', message: 'the disk is full' }))
    const { asked, log, answers } = world(failing)
    asked.ask(sampleQuestion(), 's1', now)
    answers[0]?.resolve(result({ action: 'accept', content: { name: 'Ada' } }))
    await expect.poll(() => log.lines.join('\n')).toContain('could not be put on record')
    expect(asked.wait).toBe(true)
  })
})
