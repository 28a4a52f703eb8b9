import type { AgentEvent } from '@shared/domain/agent-event'
import { FaultError, toFault } from '@shared/domain/fault'
import { type ResponseItem, userMessage } from '@shared/domain/response-item'
import type { ReviewOutput, Finding, ReviewedFile } from '@shared/domain/review'
import { reviewText } from '@shared/messages/review'
import type { ChildAgents, ChildEnd } from '../agents/child-agents'
import { cutMiddle } from '../text/cut-text'
import { normalise } from '../shell/paths'
import { readReviewOutput } from './read-output'
import { reviewRubric } from './rubric'
import type { PreparedReview } from './target'

/** What a review works with: the turn of the session that it belongs to. */
export interface ReviewWork {
  readonly review: PreparedReview
  readonly turnId: string
  readonly agents: Pick<ChildAgents, 'spawn'>
  readonly signal: AbortSignal
  emit(event: AgentEvent): void
  remember(item: ResponseItem): Promise<void>
}

/** How the turn of a review ended; `lastMessage` is what it came to, as text. */
export interface ReviewEnd {
  readonly outcome: 'completed' | 'interrupted' | 'failed'
  readonly lastMessage: string | undefined
}

async function childsEnd(work: ReviewWork): Promise<ChildEnd> {
  const { review, agents, signal, turnId } = work
  const child = await agents.spawn({
    kind: 'review',
    name: 'review',
    message: review.prompt,
    callId: turnId,
    model: review.model,
    baseInstructions: reviewRubric,
    sandboxMode: 'read-only',
  })
  try {
    return await child.ended(signal)
  } finally {
    await child.close()
  }
}

/** The change that was reviewed, as far as findings lie in it; none where it cannot be read. */
async function filesOf(review: PreparedReview, diff: Promise<string>, output: ReviewOutput) {
  const read = await diff.catch(() => '')
  return reviewedFiles(read, review.root, output.findings)
}

/** A longer change of one file is not kept; neither is what goes beyond the whole. In characters. */
const maxFile = 200_000
const maxWhole = 600_000

/** The path that a header row of a diff names; undefined for none, and for a name that git had to quote. */
function named(row: string | undefined): string | undefined {
  // Behind a name with blanks in it git writes a tab.
  return row === undefined ? undefined : /^(?:---|\+\+\+) [ab]\/([^"]*?)\t?$/.exec(row)?.[1]
}

/** A diff with git's headers, as one text for each file by its path below the repository's root. */
function parts(diff: string): [string, string][] {
  const files: string[][] = []
  for (const row of diff.split('\n')) {
    // A line of content begins with its sign: only a header begins with this word.
    if (row.startsWith('diff --git ')) files.push([])
    files.at(-1)?.push(row)
  }
  return files.flatMap((rows): [string, string][] => {
    const begin = rows.findIndex((row) => row.startsWith('@@ '))
    const headers = rows.slice(0, Math.max(begin, 0))
    const after = named(headers.find((row) => row.startsWith('+++ ')))
    const name = after ?? named(headers.find((row) => row.startsWith('--- ')))
    return name === undefined ? [] : [[name, rows.join('\n')]]
  })
}

/**
 * The changes of the files that findings are in, from the diff of a repository whose root is `root`. A file whose change is
 * too long to be kept, or that the diff does not hold, is not among them.
 */
export function reviewedFiles(diff: string, root: string, findings: readonly Finding[]): ReviewedFile[] {
  const wanted = new Set(findings.flatMap(({ place }) => (place ? [place.path] : [])))
  let left = maxWhole
  return parts(diff).flatMap(([name, unifiedDiff]) => {
    const path = normalise(`${root}/${name}`)
    if (!wanted.has(path) || unifiedDiff.length > Math.min(maxFile, left)) return []
    left -= unifiedDiff.length
    wanted.delete(path)
    return [{ path, unifiedDiff }]
  })
}

/**
 * One review, as a turn of the session that asked for it: a child of its own reads and answers, its answer becomes
 * findings, and the session's history keeps a note. `review.entered` is always followed by `review.exited`, which has no
 * output when the review did not come to its end. Never throws.
 */
export async function runReview(work: ReviewWork): Promise<ReviewEnd> {
  const { review, signal, turnId } = work
  const { target, hint, prompt } = review
  let ended: ReviewEnd = { outcome: 'failed', lastMessage: undefined }
  let exited: Extract<AgentEvent, { type: 'review.exited' }> = { type: 'review.exited', turnId, files: [] }
  work.emit({ type: 'review.entered', turnId, target, hint, prompt })
  try {
    // Read now: it is what the review looks at, whatever is changed meanwhile.
    const diff = review.diff()
    diff.catch(() => undefined)
    const end = await childsEnd(work)
    signal.throwIfAborted()
    if (end.outcome === 'failed')
      throw new FaultError({ code: 'server-error', message: end.problem ?? 'The review failed.' })
    if (end.outcome === 'completed') {
      const output = readReviewOutput(end.lastMessage ?? '', review.root)
      exited = { ...exited, output, files: await filesOf(review, diff, output) }
      ended = { outcome: 'completed', lastMessage: reviewText(output) }
    } else ended = { outcome: 'interrupted', lastMessage: undefined }
  } catch (error) {
    if (signal.aborted) ended = { outcome: 'interrupted', lastMessage: undefined }
    else work.emit({ type: 'error.reported', fault: toFault(error) })
  }
  try {
    await work.remember(reviewNote(hint, exited.output))
  } catch (error) {
    // A result that is not on file must not look as if it were (fails closed).
    work.emit({ type: 'error.reported', fault: toFault(error) })
    exited = { type: 'review.exited', turnId, files: [] }
    ended = { outcome: 'failed', lastMessage: undefined }
  }
  work.emit(exited)
  return ended
}

/** In bytes: a review's whole output would leave no room in the session's context. */
const maxNote = 40_000

/** The tags of a note cannot be closed or opened by what a model or a repository says inside. */
const inert = (text: string): string =>
  text.replaceAll(/<(?=\/?(?:user_action|context|action|results)\b)/gi, '&lt;')

/**
 * What the history of a session keeps of a review: a note that a person did this, which counts as none of their messages
 * (docs/spec/records.md). Without output the review did not come to its end.
 */
export function reviewNote(hint: string, output: ReviewOutput | undefined): ResponseItem {
  const reported =
    output === undefined
      ? 'The user began a review of the work by another model. It did not come to its end, so there is no result. Do not make one up; the user can begin it again.'
      : 'The user had the work reviewed by another model. This is what it said; nobody has checked it yet. Change nothing because of it until the user says which findings to take up.'
  const results =
    output === undefined
      ? '(none)'
      : inert(cutMiddle(reviewText(output), maxNote, '[... findings cut here ...]'))
  return userMessage(
    [
      '<user_action>',
      `<context>${reported} It looked at: ${inert(hint)}</context>`,
      '<action>review</action>',
      `<results>\n${results}\n</results>`,
      '</user_action>',
    ].join('\n'),
  )
}
