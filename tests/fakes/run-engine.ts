import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { Question, QuestionAnswer } from '@shared/domain/question'
import { FaultError } from '@shared/domain/fault'
import { ApprovalQueue, type Answer, type Asking } from '../../src/main/core/approvals/approval-queue'
import { QuestionQueue } from '../../src/main/core/approvals/question-queue'
import type { EngineNotice } from '../../src/main/core/engine/engine-service'
import type { AskingEngine } from '../../src/main/core/remote-approvals/windows'

/** The real queue with what a run without a window shows of it. `ask` resolves with how a request ended. */
export interface RunEngine {
  readonly engine: AskingEngine
  readonly queue: ApprovalQueue
  readonly questions: QuestionQueue
  /** The same of a question of a server. */
  readonly pose: (question: Question, signal?: AbortSignal) => Promise<QuestionAnswer>
  readonly ask: (request: ApprovalRequest, more?: Partial<Asking>) => Promise<Answer>
}

/** Makes one that keeps no record. */
export function runEngine(): RunEngine {
  const queue = new ApprovalQueue(() => '2026-11-22T00:00:00.000Z')
  const questions = new QuestionQueue()
  const listeners = new Set<(notice: EngineNotice) => void>()
  const tell = (event: AgentEvent): void => {
    const notice: EngineNotice = { kind: 'event', event: { sessionId: 's1', seq: 1, at: '', event } }
    for (const listener of listeners) listener(notice)
  }
  return {
    queue,
    engine: {
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      pendingApproval: (id) => queue.get(id),
      decide: (...given) => queue.decide(...given),
      rehearse: (id) => queue.rehearse(id),
      viewAgain: (id) => queue.viewAgain(id),
      leavesOut: (id, who, some) => queue.leavesOut(id, who, some),
      checkRule: (id, text) => queue.checkRule(id, text),
      questions,
    },
    questions,
    pose: (question, signal = new AbortController().signal) =>
      questions.ask(question, {
        signal,
        record: (now) => {
          tell({ type: now.state === 'pending' ? 'question.asked' : 'question.resolved', question: now })
          return Promise.resolve()
        },
      }),
    ask: (request, more = {}) =>
      queue.ask(request, {
        record: (now) => {
          tell({ type: now.state === 'pending' ? 'approval.requested' : 'approval.resolved', request: now })
          return Promise.resolve()
        },
        signal: new AbortController().signal,
        assessed: (requestId, update) => {
          tell({ type: 'approval.assessed', requestId, update })
        },
        viewAgain: () => ({
          ...request.assessment,
          view: { status: 'waiting', model: 'm', text: '' },
        }),
        heldOffer: () => Promise.resolve(undefined),
        checkRule: () => Promise.reject(new FaultError({ code: 'bad-request', message: 'no such rule' })),
        ...more,
      }),
  }
}
