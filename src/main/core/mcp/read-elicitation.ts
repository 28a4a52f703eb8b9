import { z } from 'zod'
import type { QuestionField, QuestionPrompt } from '@shared/domain/question'
import type { McpElicitation } from './mcp-servers'

/** More than this no person fills in, and a form cannot be cut: what is left out could be required. */
const maxFields = 30
const maxOptions = 60
const maxWords = 400
const maxMessage = 2000
const maxKey = 100

const secretWords =
  /pass(word|phrase|code)?\b|\bpin\b|secret|token|credential|(api|private|access|ssh)[\s_-]*key|\bcv[vc]\b|card.?number|\botp\b|2fa|seed phrase|passwort|geheim|contraseña|mot de passe|密码|密碼|パスワード/iu

/** Whether words speak of a password, a key or the like. */
export const looksSecret = (...words: readonly (string | undefined)[]): boolean =>
  secretWords.test(words.join(' ').replaceAll(/([a-z])([A-Z])/g, '$1 $2'))

const Text = z.string()
const said = { title: Text.optional(), description: Text.optional() }
const Choice = z.array(z.object({ const: Text, title: Text }))
const Count = z.number().int().nonnegative().optional()

/** The restricted schema of a form's field, in the forms that the protocol has had. */
const Field = z.union([
  z.object({ ...said, type: z.literal('string'), oneOf: Choice, default: Text.optional() }),
  z.object({
    ...said,
    type: z.literal('string'),
    enum: z.array(Text),
    enumNames: z.array(Text).optional(),
    default: Text.optional(),
  }),
  z.object({
    ...said,
    type: z.literal('string'),
    format: z.enum(['email', 'uri', 'date', 'date-time']).optional(),
    minLength: Count,
    maxLength: Count,
    default: Text.optional(),
  }),
  z.object({
    ...said,
    type: z.enum(['number', 'integer']),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.number().optional(),
  }),
  z.object({ ...said, type: z.literal('boolean'), default: z.boolean().optional() }),
  z.object({
    ...said,
    type: z.literal('array'),
    minItems: Count,
    maxItems: Count,
    items: z.union([
      z.object({ type: z.literal('string'), enum: z.array(Text) }),
      z.object({ anyOf: Choice }),
    ]),
    default: z.array(Text).optional(),
  }),
])
const Form = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: z.array(z.string()).optional(),
})

/** What is asked, or why it cannot be put to a person, as a clause. */
export type ReadElicitation =
  | { readonly message: string; readonly matter: QuestionPrompt }
  | { readonly problem: string }

const cut = (text: string, length: number): string =>
  text.toWellFormed().length > length ? `${text.toWellFormed().slice(0, length)}…` : text.toWellFormed()

const optionsOf = (values: readonly string[], names: readonly string[] = []) =>
  values.map((value, at) => ({ value, title: cut(names[at] ?? value, maxWords) }))
const choiceOf = (all: z.infer<typeof Choice>) =>
  optionsOf(
    all.map((each) => each.const),
    all.map(({ title }) => title),
  )

/** The part of a field that is its own kind's. */
function kindOf(field: z.infer<typeof Field>) {
  const initial = <T>(value: T | undefined): { initial?: T } =>
    value === undefined ? {} : { initial: value }
  switch (field.type) {
    case 'string': {
      if ('oneOf' in field)
        return { kind: 'one' as const, options: choiceOf(field.oneOf), ...initial(field.default) }
      if ('enum' in field)
        return {
          kind: 'one' as const,
          options: optionsOf(field.enum, field.enumNames),
          ...initial(field.default),
        }
      const { format, minLength, maxLength } = field
      const limits = {
        ...(minLength === undefined ? {} : { minLength }),
        ...(maxLength === undefined ? {} : { maxLength }),
      }
      return { kind: 'text' as const, ...(format && { format }), ...limits, ...initial(field.default) }
    }
    case 'number':
    case 'integer': {
      const { minimum, maximum } = field
      const limits = {
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
      }
      return {
        kind: 'number' as const,
        whole: field.type === 'integer',
        ...limits,
        ...initial(field.default),
      }
    }
    case 'boolean':
      return { kind: 'switch' as const, ...initial(field.default) }
    case 'array': {
      const { items, minItems, maxItems } = field
      const limits = {
        ...(minItems === undefined ? {} : { minItems }),
        ...(maxItems === undefined ? {} : { maxItems }),
      }
      const options = 'anyOf' in items ? choiceOf(items.anyOf) : optionsOf(items.enum)
      return { kind: 'several' as const, options, ...limits, ...initial(field.default) }
    }
  }
}

function readField(key: string, schema: unknown, required: boolean): QuestionField | string {
  const shown = JSON.stringify(key.slice(0, 60))
  if (key.length > maxKey || key === '__proto__') return `a field has no usable name: ${shown}`
  const read = Field.safeParse(schema)
  if (!read.success) return `the field ${shown} is of no kind that a form has`
  const kind = kindOf(read.data)
  if ('options' in kind) {
    const values = new Set(kind.options.map(({ value }) => value))
    if (kind.options.length > maxOptions)
      return `the field ${shown} has ${String(kind.options.length)} choices; at most ${String(maxOptions)} are shown`
    if (values.size < kind.options.length) return `the field ${shown} has the same choice twice`
    if (kind.options.some(({ value }) => value.length > maxWords))
      return `a choice of the field ${shown} is too long`
  }
  const { title, description } = read.data
  return {
    key,
    ...(title === undefined ? {} : { title: cut(title, maxWords) }),
    ...(description === undefined ? {} : { description: cut(description, maxWords) }),
    required,
    secret: looksSecret(key, title, description),
    ...kind,
  }
}

function readForm(schema: unknown): QuestionPrompt | string {
  const read = Form.safeParse(schema)
  if (!read.success) return 'its form is no list of named fields'
  const asked = Object.entries(read.data.properties)
  if (asked.length > maxFields)
    return `its form has ${String(asked.length)} fields; at most ${String(maxFields)} are shown`
  const required = new Set(read.data.required)
  const fields: QuestionField[] = []
  for (const [key, each] of asked) {
    const field = readField(key, each, required.has(key))
    if (typeof field === 'string') return field
    fields.push(field)
  }
  const unknownKey = [...required].find((key) => !Object.hasOwn(read.data.properties, key))
  return unknownKey === undefined
    ? { mode: 'form', fields }
    : `it requires ${JSON.stringify(unknownKey.slice(0, 60))}, which its form does not have`
}

/**
 * An address that a person may be sent to: by http or https, with a host and without a name or password in it. Undefined for
 * any other. `url` is how the browser is given it, its host in the letters that DNS is asked for.
 */
export function readAddress(text: string): { readonly url: string; readonly host: string } | undefined {
  if (text.length > 4000 || !URL.canParse(text)) return undefined
  const { protocol, host, username, password, href } = new URL(text)
  if (!['http:', 'https:'].includes(protocol) || host === '' || username !== '' || password !== '')
    return undefined
  return { url: href, host }
}

/** What a server asks for, bounded and checked. Nothing is guessed: what cannot be shown whole is not asked. */
export function readElicitation(asked: McpElicitation): ReadElicitation {
  const message = cut(asked.message, maxMessage)
  if (asked.mode === 'url') {
    const address = readAddress(asked.url)
    return address
      ? { message, matter: { mode: 'url', ...address } }
      : {
          problem:
            'its address is none that a person can be sent to (expected http or https, without a password)',
        }
  }
  const matter = readForm(asked.schema)
  return typeof matter === 'string' ? { problem: matter } : { message, matter }
}
