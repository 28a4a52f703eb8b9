import { ModelOpinion } from '@shared/domain/assessment'
import { AssessedLevel, RiskCategory } from '@shared/domain/risk'
import { z } from 'zod'

/** An answer read, or in one line why it could not be. */
export type ParsedAnswer =
  | { readonly kind: 'opinion'; readonly view: ModelOpinion }
  | { readonly kind: 'unreadable'; readonly reason: string }

/** A text on one line without characters that hide or reorder others: it will stand next to checked facts. */
function plainLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
}

const Answer = z.object({
  description: z.string().transform(plainLine).pipe(ModelOpinion.shape.description),
  // Without a schema models write LOW as readily as low.
  risk_level: z.string().trim().toLowerCase().pipe(AssessedLevel),
  // A name that nobody knows says nothing; it is no reason to lose the rest.
  risk_categories: z
    .array(z.string())
    .nullish()
    .transform((names) => RiskCategory.options.filter((name) => names?.includes(name) === true)),
})

/** The text's JSON value: the text itself, or what stands from its first brace to its last, prose and fences round it. */
function jsonIn(text: string): unknown {
  const first = text.indexOf('{')
  const last = text.lastIndexOf('}')
  const candidates = first < 0 || last < first ? [text] : [text, text.slice(first, last + 1)]
  for (const candidate of candidates) {
    try {
      return JSON.parse(candidate)
    } catch {
      // Not JSON as it stands: the next reading is tried, and after the last one it is unreadable.
      continue
    }
  }
  return undefined
}

/**
 * Reads a model's answer, with any server in any mode: some take the schema and answer in a fence all the same. Never
 * throws. What is not exactly an object with a description and a known level is unreadable, never a guessed level.
 */
export function parseAnswer(text: string): ParsedAnswer {
  // Local reasoning models think aloud in the same text.
  const thought = text.lastIndexOf('</think>')
  const value = jsonIn((thought < 0 ? text : text.slice(thought + '</think>'.length)).trim())
  if (value === undefined) return { kind: 'unreadable', reason: 'the answer is not JSON' }
  const read = Answer.safeParse(value)
  if (!read.success) {
    const field = read.error.issues[0]?.path[0]
    const where = typeof field === 'string' && field in Answer.shape ? `its ${field}` : 'its form'
    return { kind: 'unreadable', reason: `the answer is JSON, but ${where} is not as asked for` }
  }
  const { description, risk_level: level, risk_categories: categories } = read.data
  return { kind: 'opinion', view: { description, level, categories } }
}
