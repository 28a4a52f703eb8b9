import { firstCharacters } from '@shared/domain/first-characters'
import { maxFindings, type Finding, type FindingPlace, type ReviewOutput } from '@shared/domain/review'
import { z } from 'zod'
import { isWithin, normalise } from '../shell/paths'

/** A longer answer is not looked through for findings: its beginning stands as the explanation. */
const maxAnswer = 4_000_000

/** A number, or a text that is one: null and '' are no 0. */
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^\d{1,12}(\.\d{1,12})?$/)
    .transform(Number),
])
const unit = number.pipe(z.number().min(0).max(1)).optional().catch(undefined)
const text = z.string().catch('')
const line = number.pipe(z.int().positive().max(100_000_000))

/** A finding as models write it. Only a title or a body must be there; what cannot be read of the rest is left out. */
const Raw = z
  .object({
    title: text,
    body: text,
    confidence_score: unit,
    priority: number.pipe(z.int().min(0).max(3)).optional().catch(undefined),
    code_location: z
      .object({
        absolute_file_path: z.string().min(1).max(4096),
        line_range: z.object({ start: line, end: line.optional() }),
      })
      .optional()
      .catch(undefined),
  })
  .refine(({ title, body }) => title.trim() !== '' || body.trim() !== '')
type Raw = z.infer<typeof Raw>

const Answer = z.object({
  findings: z.array(z.unknown()),
  overall_correctness: text,
  overall_explanation: text,
  overall_confidence_score: unit,
})

/** What of a text is a JSON object with a list of findings; undefined for nothing. Prose and fences may stand round it. */
function answerIn(said: string): z.infer<typeof Answer> | undefined {
  const fences = [...said.matchAll(/```[a-z]*\n([^]*?)```/gi)].map((match) => match[1] ?? '')
  const braces = said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)
  for (const candidate of [said, ...fences.slice(-3).reverse(), braces]) {
    try {
      const read = Answer.safeParse(JSON.parse(candidate))
      if (read.success) return read.data
    } catch {
      continue // not JSON as it stands: the next reading is tried
    }
  }
  return undefined
}

/** The priority that a title begins with ("[P1] …"), as some models write it. */
const marked = /^\s*\[P([0-3])\]\s*/

/** An absolute place below the root; undefined for any other. A relative path is one below the root. */
function placeOf({ code_location: at }: Raw, root: string): FindingPlace | undefined {
  if (!at || at.absolute_file_path.includes('\0')) return undefined
  const written = at.absolute_file_path
  const path = normalise(written.startsWith('/') ? written : `${root}/${written}`)
  if (path === root || !isWithin(path, root)) return undefined
  const { start, end = start } = at.line_range
  return { path, lines: { start: Math.min(start, end), end: Math.max(start, end) } }
}

function findingOf(raw: Raw, index: number, root: string): Finding {
  const { body, confidence_score: confidence } = raw
  const title = raw.title.replace(marked, '').replaceAll(/\s+/g, ' ').trim()
  const place = placeOf(raw, root)
  return {
    id: `f${String(index + 1)}`,
    title: firstCharacters(title === '' ? body.trim().replaceAll(/\s+/g, ' ') : title, 150),
    body: firstCharacters(body.trim(), 5_000),
    priority: raw.priority ?? Number(marked.exec(raw.title)?.[1] ?? 3),
    ...(confidence !== undefined && { confidence }),
    ...(place && { place }),
  }
}

/**
 * Reads what the model of a review said last. Never throws. `root` is the absolute folder that was reviewed: places outside
 * it are left out of their findings. The most urgent findings come first. What is no JSON with findings in it is the
 * explanation of a review without findings; an empty answer too.
 */
export function readReviewOutput(said: string, root: string): ReviewOutput {
  const thought = said.lastIndexOf('</think>')
  const spoken = (thought < 0 ? said : said.slice(thought + '</think>'.length)).toWellFormed().trim()
  const answer = spoken.length > maxAnswer ? undefined : answerIn(spoken)
  if (!answer)
    return { findings: [], correctness: '', explanation: firstCharacters(spoken, 20_000), leftOut: 0 }
  const readable = answer.findings.flatMap((each) => {
    const read = Raw.safeParse(each)
    return read.success ? [read.data] : []
  })
  const all = readable.map((raw, index) => findingOf(raw, index, root))
  const findings = all.toSorted((one, other) => one.priority - other.priority).slice(0, maxFindings)
  const { overall_confidence_score: confidence } = answer
  return {
    findings,
    correctness: firstCharacters(answer.overall_correctness.replaceAll(/\s+/g, ' ').trim(), 150),
    explanation: firstCharacters(answer.overall_explanation.trim(), 20_000),
    ...(confidence !== undefined && { confidence }),
    leftOut: answer.findings.length - findings.length,
  }
}
