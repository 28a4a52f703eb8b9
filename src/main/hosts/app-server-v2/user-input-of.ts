import type { Question, QuestionAnswer } from '@shared/domain/question'
import type { ClientAnswer } from '../app-server/connection'
import type { AskedOf } from './elicitation-of'
import { serverRequests } from './protocol/questions'

const method = 'item/tool/requestUserInput'

/**
 * The request that an agent's question is to a client of this protocol (docs/spec/app-server-v2.md), in the thread and turn it is told in.
 * What an answer leaves out is not answered; one that cannot be read declines.
 */
export function userInputOf(
  { matter, callId, sessionId }: Question,
  { threadId, turnId }: { readonly threadId: string; readonly turnId: string },
): AskedOf<typeof method> {
  const fields = matter.mode === 'form' ? matter.fields : []
  const questions = fields.map((field) => {
    const { key: id, title: header = id, description: question = header, secret: isSecret } = field
    const proposed = field.kind === 'text' ? field.proposed : undefined
    const options = proposed?.map(({ value: label, title: description }) => ({ label, description })) ?? null
    return { id, header, question, isOther: true as const, isSecret, options }
  })
  // No call of the thread's own has the id of one of an agent that works for it.
  const itemId = sessionId === threadId ? callId : `${sessionId}/${callId}`
  const read = (answer: ClientAnswer): QuestionAnswer => {
    const said =
      answer.kind === 'result' ? serverRequests[method].result.safeParse(answer.result).data : undefined
    if (!said) return { action: 'decline' }
    const given = Object.entries(said.answers).filter(([, { answers }]) => answers.length > 0)
    return {
      action: 'accept',
      content: Object.fromEntries(given.map(([id, { answers }]) => [id, answers.join('\n')])),
    }
  }
  return {
    method,
    params: { threadId, turnId, itemId, questions, isBlocking: true, autoResolutionMs: null },
    read,
  }
}
