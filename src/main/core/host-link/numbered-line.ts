import type { HostBroken } from '@shared/domain/host-problem'
import { brokenInWords } from '@shared/messages/host-problem'
import type { HostFrame } from './host-frames'

/** What the other end said cannot be: it is not spoken with any more. `message` is a clause for a person, in English. */
export class BrokenForm extends Error {
  override readonly name = 'BrokenForm'
  readonly what: HostBroken
  constructor(what: HostBroken) {
    super(brokenInWords(what))
    this.what = what
  }
}

interface Kept {
  readonly n: number
  readonly body: string
}

/**
 * One end of a conversation that outlives the pipes it goes over: what is sent is numbered and kept until the other end has it, and sent again
 * over the next pipe; what comes twice counts once. So nothing is lost, done or told twice, wherever a pipe breaks.
 */
export class NumberedLine {
  #sent = 0
  #received = 0
  #kept: Kept[] = []
  #keptSize = 0
  #write: ((line: string) => void) | undefined
  #waiting: (() => void)[] = []

  /** How many messages of the other end have come. */
  get received(): number {
    return this.#received
  }

  /** Characters that the other end is not known to have. */
  get unacknowledged(): number {
    return this.#keptSize
  }

  /** Sends a message, now or over the next pipe. */
  send(body: unknown): void {
    this.sendText(JSON.stringify(body))
  }

  /** The same of one that is JSON already. */
  sendText(body: string): void {
    this.#sent += 1
    const kept = { n: this.#sent, body }
    this.#kept.push(kept)
    this.#keptSize += kept.body.length
    this.#write?.(this.#frame(kept))
  }

  /** Whether another pipe can go on where the other end says that it is. */
  canResume(theirs: number): boolean {
    return theirs <= this.#sent && theirs >= this.#sent - this.#kept.length
  }

  /** Goes on over a pipe whose other end has had `theirs` messages, for which `canResume` holds: the rest is sent again. */
  attach(write: (line: string) => void, theirs: number): void {
    this.#forget(theirs)
    this.#write = write
    for (const each of this.#kept) write(this.#frame(each))
  }

  /** The pipe is gone; what is sent waits for the next. */
  detach(): void {
    this.#write = undefined
  }

  /** The message of a frame; undefined: none, or one that was here. Throws BrokenForm for what cannot be of this conversation. */
  take(frame: HostFrame): { readonly body: unknown } | undefined {
    if (frame.ack > this.#sent) throw new BrokenForm({ kind: 'acknowledged' })
    this.#forget(frame.ack)
    if (frame.n === undefined || frame.n <= this.#received) return undefined
    if (frame.n !== this.#received + 1) throw new BrokenForm({ kind: 'missing' })
    this.#received = frame.n
    return { body: frame.body }
  }

  /** Resolves when the other end has all but so many characters; at once where it has. */
  async room(limit: number): Promise<void> {
    while (this.#keptSize > limit)
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve)
      })
  }

  /** Says something that is no message: how far it has come, and what else is given. */
  say(more: Omit<HostFrame, 'n' | 'body' | 'ack'> = {}): void {
    this.#write?.(`${JSON.stringify({ ack: this.#received, ...more })}\n`)
  }

  #frame({ n, body }: Kept): string {
    return `{"n":${String(n)},"ack":${String(this.#received)},"body":${body}}\n`
  }

  #forget(theirs: number): void {
    let gone = 0
    for (const { n, body } of this.#kept) {
      if (n > theirs) break
      gone += 1
      this.#keptSize -= body.length
    }
    if (gone === 0) return
    this.#kept.splice(0, gone)
    for (const wake of this.#waiting.splice(0)) wake()
  }
}
