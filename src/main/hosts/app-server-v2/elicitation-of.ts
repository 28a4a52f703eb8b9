import {
  QuestionContent,
  type Question,
  type QuestionAnswer,
  type QuestionField,
} from '@shared/domain/question'
import type { z } from 'zod'
import type { ClientAnswer } from '../app-server/client-connection'
import { serverRequests, type FormField } from './protocol/questions'

const method = 'mcpServer/elicitation/request'
type Params = z.input<(typeof serverRequests)[typeof method]['params']>

/** What somebody asks, for a client, and what each answer says. */
export interface AskedOf<M extends keyof typeof serverRequests> {
  readonly method: M
  readonly params: z.input<(typeof serverRequests)[M]['params']>
  readonly read: (answer: ClientAnswer) => QuestionAnswer
}

const choices = (options: readonly { value: string; title: string }[]) =>
  options.map(({ value, title }) => ({ const: value, title }))

/** What is there of an object's members. */
const there = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** A field as a flat JSON Schema, which is how clients of this protocol know it. */
function schemaOf(field: QuestionField): FormField {
  const words = there({ title: field.title, description: field.description })
  switch (field.kind) {
    case 'text': {
      const { minLength, maxLength, format, initial } = field
      return { type: 'string', ...words, ...there({ minLength, maxLength, format, default: initial }) }
    }
    case 'number': {
      const { whole, minimum, maximum, initial } = field
      return {
        type: whole ? 'integer' : 'number',
        ...words,
        ...there({ minimum, maximum, default: initial }),
      }
    }
    case 'switch':
      return { type: 'boolean', ...words, ...there({ default: field.initial }) }
    case 'one':
      return { type: 'string', ...words, oneOf: choices(field.options), ...there({ default: field.initial }) }
    case 'several': {
      const { minItems, maxItems, initial } = field
      const items = { anyOf: choices(field.options) }
      return { type: 'array', ...words, items, ...there({ minItems, maxItems, default: initial }) }
    }
  }
}

/** What was filled in; null stands for what was not. undefined: it cannot be read. */
function contentOf(given: unknown): QuestionContent | undefined {
  if (given === undefined || given === null) return {}
  if (typeof given !== 'object' || Array.isArray(given)) return undefined
  return QuestionContent.safeParse(
    Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null)),
  ).data
}

/**
 * The request that a server's question is to a client of this protocol (docs/spec/app-server-v2.md), in the thread and turn it is told in.
 * Its form is the one that was read and bounded, not what the server sent. Every answer but a readable yes or `cancel` declines.
 */
export function elicitationOf(
  question: Question & { readonly server: string },
  place: { readonly threadId: string; readonly turnId: string },
): AskedOf<typeof method> {
  const { id, server: serverName, tool, message, matter } = question
  const fields = matter.mode === 'form' ? matter.fields : []
  const secret = fields.filter((field) => field.secret).map(({ key }) => key)
  const common = {
    threadId: place.threadId,
    turnId: place.turnId === '' ? null : place.turnId,
    ...{ serverName, message, _meta: { countersign: { questionId: id, tool, secret } } },
  }
  const params: Params =
    matter.mode === 'url'
      ? { ...common, mode: 'url', url: matter.url, elicitationId: id }
      : {
          ...common,
          mode: 'form',
          requestedSchema: {
            type: 'object',
            properties: Object.fromEntries(fields.map((field) => [field.key, schemaOf(field)])),
            required: fields.filter(({ required }) => required).map(({ key }) => key),
          },
        }
  const read = (answer: ClientAnswer): QuestionAnswer => {
    const said =
      answer.kind === 'result' ? serverRequests[method].result.safeParse(answer.result).data : undefined
    if (said?.action === 'cancel') return { action: 'cancel' }
    if (said?.action !== 'accept') return { action: 'decline' }
    if (matter.mode === 'url') return { action: 'accept' }
    const content = contentOf(said.content)
    return content ? { action: 'accept', content } : { action: 'decline' }
  }
  return { method, params, read }
}
