import { z } from 'zod'
import type { ApprovalRequest } from '@shared/domain/approval'
import { AssessmentMessages, assessmentInWords } from '@shared/messages/assessment'
import { askedByInWords } from '@shared/messages/asked-by'
import { offerInWords } from '@shared/messages/offer'
import { ChangeReport, changeReports, stopInWords } from '@shared/messages/stop'
import { plainYes } from './plain-yes'

const answered = {
  /** Why it waits. */
  stop: z.string(),
  /** What became of the files that an earlier yes was given on: hunks of a unified diff, or why there are none. */
  changed: z.array(ChangeReport).optional(),
  /** Which agent of the conversation asks; absent: the conversation's own. */
  asked_by: z.string().optional(),
  /** What a plain `approved` does; absent: nothing can be allowed. */
  approved: z.strictObject({ runs: z.enum(['inside', 'outside']), means: z.string() }).optional(),
}

/** Our additive member of a question: the assessment, why it waits, and what a plain `approved` does. */
export const WireAssessment = AssessmentMessages.extend(answered)
export type WireAssessment = z.infer<typeof WireAssessment>

/** Why a request waits and what a plain yes to it does, in words. */
export function answerReport(request: ApprovalRequest): Pick<WireAssessment, keyof typeof answered> {
  const offer = plainYes(request)
  const asked_by = askedByInWords(request)
  return {
    ...(asked_by !== undefined && { asked_by }),
    stop: stopInWords(request.stop, request.naming),
    ...changeReports(request.stop),
    ...(offer && {
      approved: {
        runs: offer.kind === 'outside' ? 'outside' : 'inside',
        means: offerInWords(offer, request),
      },
    }),
  }
}

/** The assessment of a request as the wire has it. */
export function wireAssessment(request: ApprovalRequest): WireAssessment {
  return { ...assessmentInWords(request.assessment), ...answerReport(request) }
}
