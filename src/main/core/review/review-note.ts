import { userMessage, type ResponseItem } from '@shared/domain/response-item'
import type { ReviewOutput } from '@shared/domain/review'
import { reviewText } from '@shared/messages/review'
import { cutMiddle } from '../text/cut-text'

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
