import { z } from 'zod'
import { ApprovalRequest, Decision, DecidedBy, DecideReply, Offer } from '@shared/domain/approval'
import { AssessmentUpdate } from '@shared/domain/assessment'
import { Fault } from '@shared/domain/fault'
import { Question, QuestionAnswer } from '@shared/domain/question'
import { RequestRehearsal } from '@shared/domain/request-rehearsal'

const Id = z.string().min(1).max(200)

/**
 * What a run tells a window. `asked` is a request that waits, in its latest form; `over` is one that waits no more. `question` is a server's,
 * which is no approval. `reply` answers the call of that number. A `ping` is answered at once.
 */
export const FromRun = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('asked'), request: ApprovalRequest }),
  z.strictObject({ kind: z.literal('assessed'), requestId: Id, update: AssessmentUpdate }),
  z.strictObject({
    kind: z.literal('rehearsed'),
    requestId: Id,
    rehearsal: RequestRehearsal,
    offers: z.array(Offer).optional(),
  }),
  z.strictObject({
    kind: z.literal('over'),
    requestId: Id,
    state: z.enum(['answered', 'cancelled', 'expired']),
    decision: Decision.optional(),
    decidedBy: DecidedBy.optional(),
    decidedAt: z.string().max(100).optional(),
  }),
  z.strictObject({ kind: z.literal('question'), question: Question }),
  z.strictObject({
    kind: z.literal('question-over'),
    questionId: Id,
    state: z.enum(['answered', 'withdrawn']),
    action: Question.shape.action,
    answeredBy: DecidedBy.optional(),
  }),
  z.strictObject({ kind: z.literal('ping') }),
  z.strictObject({ kind: z.literal('reply'), call: z.int().positive(), value: z.unknown() }),
  z.strictObject({ kind: z.literal('refused'), call: z.int().positive(), fault: Fault }),
])
export type FromRun = z.infer<typeof FromRun>

/** The faces of a window: who a decision that comes from one can be by. */
export const WindowFace = z.enum(['window', 'browser'])
export type WindowFace = z.infer<typeof WindowFace>

const call = z.int().positive()

/** What a window asks of a run, about a request or question that it was told of. Those without `call` get no answer. */
export const FromWindow = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('decide'), call, requestId: Id, decision: Decision, by: WindowFace }),
  z.strictObject({ kind: z.literal('check-rule'), call, requestId: Id, rule: z.string().max(20_000) }),
  z.strictObject({ kind: z.literal('answer'), call, questionId: Id, answer: QuestionAnswer, by: WindowFace }),
  z.strictObject({ kind: z.literal('pong') }),
  z.strictObject({ kind: z.literal('rehearse'), requestId: Id }),
  z.strictObject({ kind: z.literal('view-again'), requestId: Id }),
  z.strictObject({ kind: z.literal('leaves-out'), requestId: Id, some: z.boolean() }),
])
export type FromWindow = z.infer<typeof FromWindow>

/** What the calls are answered with. */
export const replies = {
  decide: DecideReply,
  answer: z.boolean(),
  'check-rule': z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('valid') }),
    z.strictObject({ kind: z.literal('invalid'), problem: z.string().max(10_000) }),
  ]),
} as const

/** A frame that was sent by a run; undefined for anything else. */
export const readFromRun = (text: string): FromRun | undefined => FromRun.safeParse(json(text)).data

/** A frame that was sent by a window; undefined for anything else. */
export const readFromWindow = (text: string): FromWindow | undefined => FromWindow.safeParse(json(text)).data

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // No JSON: no value, which fits no schema.
    return undefined
  }
}
