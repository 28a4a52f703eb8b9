import type { QuestionAnswer } from '@shared/domain/question'
import type { SessionActionParts } from './session-actions'

/** What a person can do about a server's question. Neither rejects; a fault is left at its session. */
export interface QuestionActions {
  /** Resolves when the engine has answered. */
  answerQuestion(questionId: string, answer: QuestionAnswer): Promise<void>
  /** Has the address of a question opened by the host, where the window is not in a browser itself. */
  openQuestion(questionId: string): Promise<void>
}

/** Makes them over one store. */
export function createQuestionActions({
  bridge,
  store,
  attempt,
}: Pick<SessionActionParts, 'bridge' | 'store' | 'attempt'>): QuestionActions {
  const about = async (questionId: string, work: () => Promise<unknown>): Promise<void> => {
    const question = store.getState().questions[questionId]
    if (question === undefined) return
    await attempt(question.sessionId, async () => {
      await work()
    })
  }
  return {
    answerQuestion: (questionId, answer) =>
      about(questionId, () => bridge.request('question.answer', { questionId, answer })),
    openQuestion: (questionId) => about(questionId, () => bridge.request('question.open', { questionId })),
  }
}
