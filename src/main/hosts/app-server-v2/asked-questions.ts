import { toFault } from '@shared/domain/fault'
import type { Question, QuestionAnswer } from '@shared/domain/question'
import { elicitationOf } from './elicitation-of'
import type { ThreadWorld } from './thread-world'
import { userInputOf } from './user-input-of'

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
