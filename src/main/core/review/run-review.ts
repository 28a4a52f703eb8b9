import type { AgentEvent } from '@shared/domain/agent-event'
import { FaultError, toFault } from '@shared/domain/fault'
import type { ResponseItem } from '@shared/domain/response-item'
import type { ReviewOutput } from '@shared/domain/review'
import { reviewText } from '@shared/messages/review'
import type { ChildAgents, ChildEnd } from '../agents/child-agents'
import { reviewedFiles } from './diff-files'
import { readReviewOutput } from './read-output'
import { reviewNote } from './review-note'
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
