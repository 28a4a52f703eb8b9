import { toFault } from '@shared/domain/fault'
import type { Question, QuestionAnswer } from '@shared/domain/question'
import type { ClientAnswer } from '../app-server/client-connection'
import { elicitationOf, type AskedOf } from './elicitation-of'
import type { ThreadWorld } from './thread-world'
import { serverRequests } from './protocol/questions'

interface Asked {
  readonly id: string | number
  readonly forget: () => void
}

/** What MCP servers and agents ask a client in one thread. The questions themselves wait in the engine; one that is withdrawn there is cancelled. */
export class AskedQuestions {
  readonly #world: ThreadWorld
  /** Those that wait, with how the client was asked; undefined: not yet. */
  readonly #waiting = new Map<string, Asked | undefined>()

  constructor(world: ThreadWorld) {
    this.#world = world
  }

  /** Whether one waits for an answer. */
  get wait(): boolean {
    return this.#waiting.size > 0
  }

  /** Whether the client is asked this one, or will be. */
  has(questionId: string): boolean {
    return this.#waiting.has(questionId)
  }

  /** Asks the client when its turn comes: `out` runs what it is given behind answers that are under way. */
  ask(question: Question, threadId: string, out: (ask: (turnId: string) => void) => void): void {
    this.#waiting.set(question.id, undefined)
    out((turnId) => {
      if (!this.#waiting.has(question.id)) return
      const { server } = question
      const place = { threadId, turnId }
      const { method, params, read } =
        server === undefined ? userInputOf(question, place) : elicitationOf({ ...question, server }, place)
      const { id, answer, forget } = this.#world.ask(method, params)
      this.#waiting.set(question.id, { id, forget })
      answer
        // Where the client is gone the engine cancels it, unless others can answer.
        .then((given) => (given.kind === 'gone' ? undefined : this.#answer(question, read(given), threadId)))
        .catch((error: unknown) => {
          // It waits on, and ends with its call: what nobody could put on record was not answered.
          this.#world.log.error('an answer to a question could not be put on record', error)
        })
    })
  }

  /** It is answered, here or elsewhere, or withdrawn. Returns the id that the client was asked under; undefined: it was not asked. */
  over({ id }: Question): Asked['id'] | undefined {
    const asked = this.#waiting.get(id)
    this.#waiting.delete(id)
    asked?.forget()
    return asked?.id
  }

  /** What does not fit the form is declined, since the client can answer only once, and is told what was expected. */
  async #answer({ id }: Question, answer: QuestionAnswer, threadId: string): Promise<void> {
    const { engine, emit } = this.#world
    try {
      await engine.questions.answer(id, answer, 'client')
    } catch (error) {
      const { code, message } = toFault(error)
      if (code !== 'bad-request') throw error
      emit({ method: 'warning', params: { threadId, message: `${message} It was declined.` } })
      await engine.questions.answer(id, { action: 'decline' }, 'client')
    }
  }
}

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
