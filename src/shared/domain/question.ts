import { z } from 'zod'
import { AskedBy, DecidedBy } from './approval'
import { RemoteRun } from './remote-run'

const Named = {
  key: z.string(),
  /** The server's words for it; absent: it has none but the key. */
  title: z.string().optional(),
  description: z.string().optional(),
  required: z.boolean(),
  /** Its words speak of a password, a key or the like, which a server must not ask for in a form. */
  secret: z.boolean(),
}
const Option = z.strictObject({ value: z.string(), title: z.string() })

/** One thing that a form asks for. `initial` is what the server would like it to be. */
export const QuestionField = z.discriminatedUnion('kind', [
  z.strictObject({
    ...Named,
    kind: z.literal('text'),
    format: z.enum(['email', 'uri', 'date', 'date-time']).optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    initial: z.string().optional(),
    /** Answers that are proposed, with what each means; any other text is one as well. */
    proposed: z.array(Option).optional(),
  }),
  z.strictObject({
    ...Named,
    kind: z.literal('number'),
    whole: z.boolean(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    initial: z.number().optional(),
  }),
  z.strictObject({ ...Named, kind: z.literal('switch'), initial: z.boolean().optional() }),
  z.strictObject({
    ...Named,
    kind: z.literal('one'),
    options: z.array(Option),
    initial: z.string().optional(),
  }),
  z.strictObject({
    ...Named,
    kind: z.literal('several'),
    options: z.array(Option),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    initial: z.array(z.string()).optional(),
  }),
])
export type QuestionField = z.infer<typeof QuestionField>

/** What is asked: a form to fill in, or an address to visit. `host` is the address's own, in the letters that DNS is asked for. */
export const QuestionPrompt = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('form'), fields: z.array(QuestionField) }),
  z.strictObject({ mode: z.literal('url'), url: z.string(), host: z.string() }),
])
export type QuestionPrompt = z.infer<typeof QuestionPrompt>

/** What a form was filled in with, by key. */
export const QuestionContent = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]),
)
export type QuestionContent = z.infer<typeof QuestionContent>

/** A person's answer; `content` goes with `accept` of a form alone. */
export const QuestionAnswer = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('accept'), content: QuestionContent.optional() }),
  z.strictObject({ action: z.enum(['decline', 'cancel']) }),
])
export type QuestionAnswer = z.infer<typeof QuestionAnswer>

/**
 * What an MCP server asks the person for while one of its tools runs (MCP's elicitation), or an agent by a tool of its own. It is no approval: nothing is allowed
 * by it. `message` and everything in `matter` are the asker's words, untrusted. What was filled in is never in here, since
 * this goes on record: only `action`. `withdrawn`: the call that it was asked in is over.
 */
export const Question = z.strictObject({
  id: z.string(),
  sessionId: z.string(),
  sessionTitle: z.string(),
  /** A child session asks, and `sessionId` is its own. */
  askedBy: AskedBy.optional(),
  turnId: z.string(),
  callId: z.string(),
  /** Absent: the agent asks. */
  server: z.string().optional(),
  tool: z.string(),
  message: z.string(),
  matter: QuestionPrompt,
  createdAt: z.string(),
  state: z.enum(['pending', 'answered', 'withdrawn']),
  action: z.enum(['accept', 'decline', 'cancel']).optional(),
  answeredBy: DecidedBy.optional(),
  /** It is asked in a run of another process, and shown in a window here; never on record. */
  remoteRun: RemoteRun.optional(),
})
export type Question = z.infer<typeof Question>

const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

const formats = {
  email: { fits: (text: string) => z.email().safeParse(text).success, expected: 'an e-mail address' },
  uri: {
    fits: (text: string) => z.url().safeParse(text).success,
    expected: 'a whole address, as https://example.org',
  },
  date: { fits: isDate, expected: 'a date, as 2026-01-31' },
  'date-time': {
    fits: (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success,
    expected: 'a date and a time with its zone, as 2026-01-31T12:00:00Z',
  },
} as const

const between = (least: number | undefined, most: number | undefined): string =>
  least === undefined
    ? `at most ${String(most)}`
    : most === undefined
      ? `at least ${String(least)}`
      : `${String(least)} to ${String(most)}`

const outside = (count: number, least: number | undefined, most: number | undefined): boolean =>
  count < (least ?? -Infinity) || count > (most ?? Infinity)

/** What is expected of a field where the value is not that; undefined where it is. */
function expectedOf(field: QuestionField, value: QuestionContent[string] | undefined): string | undefined {
  if (value === undefined) return field.required ? 'something: it has to be filled in' : undefined
  switch (field.kind) {
    case 'text': {
      if (typeof value !== 'string') return 'text'
      const { minLength, maxLength, format } = field
      if (outside(Array.from(value).length, minLength, maxLength))
        return `${between(minLength, maxLength)} characters`
      return format === undefined || formats[format].fits(value) ? undefined : formats[format].expected
    }
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return 'a number'
      if (field.whole && !Number.isSafeInteger(value)) return 'a whole number'
      const { minimum, maximum } = field
      return outside(value, minimum, maximum) ? `a number, ${between(minimum, maximum)}` : undefined
    }
    case 'switch':
      return typeof value === 'boolean' ? undefined : 'yes or no'
    case 'one':
      return field.options.some((option) => option.value === value) ? undefined : 'one of what can be chosen'
    case 'several': {
      const known = new Set(field.options.map((option) => option.value))
      if (
        !Array.isArray(value) ||
        !value.every((each) => known.has(each)) ||
        new Set(value).size < value.length
      )
        return 'some of what can be chosen, each once'
      const { minItems, maxItems } = field
      return outside(value.length, minItems, maxItems) ? `${between(minItems, maxItems)} of them` : undefined
    }
  }
}

/**
 * What is wrong with the values of a form, by key: what was expected, as a clause. Empty where they can be sent. A key that the
 * form does not ask for is wrong as well.
 */
export function formProblems(
  fields: readonly QuestionField[],
  content: QuestionContent,
): ReadonlyMap<string, string> {
  const problems = new Map<string, string>()
  for (const field of fields) {
    const expected = expectedOf(field, Object.hasOwn(content, field.key) ? content[field.key] : undefined)
    if (expected !== undefined) problems.set(field.key, expected)
  }
  const asked = new Set(fields.map(({ key }) => key))
  for (const key of Object.keys(content))
    if (!asked.has(key)) problems.set(key, 'nothing: it is not asked for')
  return problems
}
