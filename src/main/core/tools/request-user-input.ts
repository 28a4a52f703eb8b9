import { z } from 'zod'
import type { Question, QuestionContent } from '@shared/domain/question'
import { looksSecret } from '../mcp/read-elicitation'
import { type Tool, callRejected, noNul, readArguments } from './tool'

const name = 'request_user_input'
const maxQuestions = 3
const maxOptions = 10

const words = (most: number) => noNul.min(1, 'is empty').max(most)
const UserInputArguments = z.object({
  questions: z
    .array(
      z.object({
        id: words(100).refine((id) => id !== '__proto__', 'is no name that an answer can have'),
        header: words(100),
        question: words(2000),
        options: z
          .array(z.object({ label: words(200), description: noNul.max(400).default('') }))
          .max(maxOptions)
          .refine((options) => new Set(options.map(({ label }) => label)).size === options.length, {
            message: 'a label stands there twice',
          })
          .optional(),
      }),
    )
    .min(1)
    .max(maxQuestions)
    .refine((questions) => new Set(questions.map(({ id }) => id)).size === questions.length, {
      message: 'an id stands there twice',
    }),
})

const text = (description: string) => ({ type: 'string', description })

/** What was answered, as the model is told: by question, and nothing for one that was left out. */
const answersOf = (content: QuestionContent): string =>
  JSON.stringify({
    answers: Object.fromEntries(
      Object.entries(content).map(([id, answer]) => [id, { answers: [answer].flat() }]),
    ),
  })

/**
 * The `request_user_input` function tool (docs/spec/tools.md): the agent asks the person in the middle of its turn, and waits. Nothing is
 * allowed by an answer. Where nobody can be asked the model is told so at once.
 */
export const requestUserInputTool: Tool = {
  spec: {
    name,
    description:
      'Asks the user one to three short questions and waits for the answers. Only for what you cannot find out yourself and cannot go on without. It is no way to get an approval, and never ask for passwords or keys.',
    parameters: {
      type: 'object',
      properties: {
        questions: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: text('A name for the answer, in snake_case.'),
              header: text('What it is about, in one to three words.'),
              question: text('The question, one sentence.'),
              options: {
                type: 'array',
                description:
                  'Answers that you propose, the best first. The user may always write another one.',
                items: {
                  type: 'object',
                  properties: {
                    label: text('The answer, in one to five words.'),
                    description: text('What follows from it, one sentence.'),
                  },
                  required: ['label', 'description'],
                  additionalProperties: false,
                },
              },
            },
            required: ['id', 'header', 'question'],
            additionalProperties: false,
          },
        },
      },
      required: ['questions'],
      additionalProperties: false,
    },
  },
  async run({ callId, arguments: given }, turn, { questions, clock, ids }) {
    const parsed = readArguments(given, UserInputArguments)
    if ('problem' in parsed)
      return callRejected(
        { callId, name },
        `${parsed.problem}; expected {"questions": [{"id", "header", "question", "options"?: [{"label", "description"}]}]}, at most ${String(maxQuestions)}`,
        turn,
      )
    if (turn.approvalPolicy === 'never' || !(await questions.attended(turn)))
      return {
        text: 'Nobody can be asked here. Go on with what you know, and say what you assumed.',
        ends: false,
      }
    const question: Question = {
      id: ids.next(),
      sessionId: turn.sessionId,
      sessionTitle: turn.sessionTitle,
      ...(turn.askedBy && { askedBy: turn.askedBy }),
      ...{ turnId: turn.turnId, callId, tool: name },
      message: '',
      matter: {
        mode: 'form',
        fields: parsed.questions.map(({ id, header, question: description, options }) => ({
          ...{ key: id, title: header, description, kind: 'text', required: false },
          secret: looksSecret(id, header, description),
          ...(options && {
            proposed: options.map(({ label, description: title }) => ({ value: label, title })),
          }),
        })),
      },
      createdAt: new Date(clock.now()).toISOString(),
      state: 'pending',
    }
    const answer = await questions.ask(question, { record: turn.recordQuestion, signal: turn.signal })
    if (answer.action === 'accept') return { text: answersOf(answer.content ?? {}), ends: false }
    return { text: 'The user did not answer.', ends: false }
  },
}
