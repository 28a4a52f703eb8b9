import type { DecidedBy } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import { formProblems, type Question, type QuestionAnswer } from '@shared/domain/question'

/** How a question is asked: its record, and what withdraws it. */
export interface Posing {
  /** Puts the question, as it is now, on record and tells it. */
  readonly record: (question: Question) => Promise<void>
  readonly signal: AbortSignal
}

/** In which session something is asked. */
export type Asks = Pick<Question, 'sessionId' | 'askedBy'>

/** Looks whether somebody elsewhere can be asked for a session. */
export type LookElsewhere = (asks: Asks) => Promise<boolean>

interface Waiting extends Posing {
  readonly question: Question
  readonly resolve: (answer: QuestionAnswer) => void
  busy: boolean
}

/**
 * Every open question of MCP servers, beside the approvals: nothing is allowed by an answer, so it has no grants and no level.
 * It leaves by an answer that is on record, or by being withdrawn with the call that it was asked in, which cancels it.
 */
export class QuestionQueue {
  readonly #waiting = new Map<string, Waiting>()
  readonly #elsewhere = new Set<LookElsewhere>()
  #attended = false

  /** Whether some face of this engine shows questions, or somebody elsewhere does; where none does, nobody is asked. Never rejects. */
  async attended(asks: Asks): Promise<boolean> {
    if (this.#attended) return true
    const found = await Promise.all([...this.#elsewhere].map((look) => look(asks).catch(() => false)))
    return found.includes(true)
  }

  /** A face that shows questions is there from now on. */
  attend(): void {
    this.#attended = true
  }

  /** Questions can be shown elsewhere whenever this looks and finds somebody, until the returned function is called. */
  attendElsewhere(look: LookElsewhere): () => void {
    this.#elsewhere.add(look)
    return () => {
      this.#elsewhere.delete(look)
    }
  }

  /** The open ones, oldest first. */
  pending(): readonly Question[] {
    return [...this.#waiting.values()].map(({ question }) => question)
  }

  /** The open question of this id; undefined when it does not wait (any more). */
  get(id: string): Question | undefined {
    return this.#waiting.get(id)?.question
  }

  /** Asks and waits; the signal withdraws it. Throws what `record` throws at first, and then nobody was asked. */
  async ask(question: Question, posing: Posing): Promise<QuestionAnswer> {
    const { promise, resolve } = Promise.withResolvers<QuestionAnswer>()
    this.#waiting.set(question.id, { ...posing, question, resolve, busy: false })
    const { record, signal } = posing
    const withdraw = (): void => {
      if (!this.#waiting.delete(question.id)) return
      resolve({ action: 'cancel' })
      // The call is over whether that can be put on record or not; the record's own fault is told in the session.
      void record({ ...question, state: 'withdrawn' }).catch(() => undefined)
    }
    try {
      await record(question)
    } catch (error) {
      this.#waiting.delete(question.id)
      throw error
    }
    if (signal.aborted) withdraw()
    signal.addEventListener('abort', withdraw, { once: true })
    try {
      return await promise
    } finally {
      signal.removeEventListener('abort', withdraw)
    }
  }

  /**
   * Answers a question; false when it does not wait (any more), and then nothing changed. Throws FaultError `bad-request` for
   * what does not fit the form, naming each field and what was expected, and what `record` throws: it then still waits.
   */
  async answer(id: string, answer: QuestionAnswer, by: DecidedBy): Promise<boolean> {
    const waiting = this.#waiting.get(id)
    if (!waiting || waiting.busy) return false
    const { question, record } = waiting
    const checked = checkAnswer(question, answer)
    waiting.busy = true
    try {
      await record({ ...question, state: 'answered', action: answer.action, answeredBy: by })
    } finally {
      waiting.busy = false
    }
    // Withdrawn meanwhile: the record then ends with that.
    if (!this.#waiting.delete(id)) return false
    waiting.resolve(checked)
    return true
  }
}

function checkAnswer({ matter }: Question, answer: QuestionAnswer): QuestionAnswer {
  if (answer.action !== 'accept') return answer
  if (matter.mode === 'url') return { action: 'accept' }
  const content = answer.content ?? {}
  const problems = [...formProblems(matter.fields, content)]
  if (problems.length > 0) {
    const said = problems
      .slice(0, 5)
      .map(([key, expected]) => `${JSON.stringify(key.slice(0, 60))}: expected ${expected}`)
    throw new FaultError({ code: 'bad-request', message: `This does not fit the form. ${said.join('; ')}.` })
  }
  return { action: 'accept', content }
}
