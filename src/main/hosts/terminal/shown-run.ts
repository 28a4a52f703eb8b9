import type { SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { Write } from '../cli/cli-context'
import { printEvent } from './print-event'
import { approvalLines } from './request-lines'

/** So much output is kept for after a question, in characters. */
const mostHeld = 256 * 1024

/**
 * A run that is printed for a person who is asked in between. While a question stands, nothing is printed behind it but what is about it: what came
 * from an agent or a command could pass for another question, which the letter would then be for.
 */
export class ShownRun {
  readonly #write: Write
  #held: SessionEvent[] = []
  #size = 0
  #left = 0
  #asking: string | undefined

  readonly #beside: number

  /** `beside`: columns that `write` puts before each row. */
  constructor(write: Write, beside = 0) {
    this.#write = write
    this.#beside = beside
  }

  /** Prints an event, now or behind the question that stands. A request is printed when it is asked about. */
  take(event: SessionEvent, about?: ApprovalRequest): void {
    const { event: what } = event
    if (what.type === 'approval.requested') return
    if (this.#asking === undefined || ('requestId' in what && what.requestId === this.#asking)) {
      printEvent(event, this.#write, about)
      return
    }
    const size = what.type === 'command.output' || what.type === 'message.delta' ? what.text.length : 0
    if (this.#size + size > mostHeld) this.#left += size
    else {
      this.#size += size
      this.#held.push(event)
    }
  }

  /** The question about this request stands from here on. */
  ask(request: ApprovalRequest): void {
    this.#asking = request.id
    this.#write(approvalLines(request, this.#beside))
  }

  /** It is over; what came meanwhile follows. */
  done(): void {
    const [held, left] = [this.#held, this.#left]
    ;[this.#asking, this.#held, this.#size, this.#left] = [undefined, [], 0, 0]
    for (const event of held) printEvent(event, this.#write)
    if (left > 0) this.#write(`[${String(left)} characters that came meanwhile are left out]\n`)
  }
}
