import type { ApprovalRequest } from '@shared/domain/approval'
import { FaultError } from '@shared/domain/fault'
import type { Question } from '@shared/domain/question'
import type { RemoteRun } from '@shared/domain/remote-run'
import type { Ids } from '../ports/system'
import { replies, type FromRun, type FromWindow } from './frames'
import type { RunLine } from './window-transport'

/** A request of a remote run: `theirs` is its id at the run that asks. */
export interface HeldRequest {
  request: ApprovalRequest
  readonly theirs: string
  readonly run: RunConnection
  /** How large the frames were that it consists of. */
  readonly sizes: { asked: number; assessed: number; rehearsed: number }
  /** Which of this program's windows leave parts of it out. */
  readonly inParts: Set<object>
}

/** A question of a server of a remote run's, in the same way. */
export interface HeldQuestion {
  readonly question: Question
  readonly theirs: string
  readonly run: RunConnection
  readonly size: number
}

type Reply = Extract<FromRun, { kind: 'reply' | 'refused' }>
type Call<F = FromWindow> = F extends { readonly call: number } ? Omit<F, 'call'> : never

/** A run of another process that asks in this window. */
export class RunConnection {
  readonly from: RemoteRun
  readonly line: RunLine
  /** By their id of a request. */
  readonly held = new Map<string, HeldRequest>()
  /** By their id of a question. */
  readonly questions = new Map<string, HeldQuestion>()
  readonly #ids: Ids
  readonly #sessions = new Map<string, string>()
  readonly #calls = new Map<number, (reply: Reply | undefined) => void>()
  #call = 0

  constructor(from: RemoteRun, line: RunLine, ids: Ids) {
    this.from = from
    this.line = line
    this.#ids = ids
  }

  /** Our id for a session of theirs. */
  sessionOf(theirs: string): string {
    const known = this.#sessions.get(theirs)
    if (known !== undefined) return known
    const ours = this.#ids.next()
    this.#sessions.set(theirs, ours)
    return ours
  }

  /** Who asks, under ids of ours. */
  placeOf({ sessionId, askedBy }: Pick<ApprovalRequest, 'sessionId' | 'askedBy'>) {
    const [childId, parentId] = [askedBy?.childId ?? '', askedBy?.parentId ?? '']
    return {
      sessionId: this.sessionOf(sessionId),
      ...(askedBy && {
        askedBy: { ...askedBy, childId: this.sessionOf(childId), parentId: this.sessionOf(parentId) },
      }),
      remoteRun: this.from,
    }
  }

  /**
   * Asks the run something; undefined where it ended before it answered. Throws its FaultError, `bad-request` for what is too large for it,
   * and one for an answer that breaks the agreed form.
   */
  async ask<K extends keyof typeof replies>(
    what: Extract<Call, { readonly kind: K }>,
  ): Promise<ReturnType<(typeof replies)[K]['parse']> | undefined> {
    this.#call += 1
    const call = this.#call
    const { promise, resolve } = Promise.withResolvers<Reply | undefined>()
    this.#calls.set(call, resolve)
    if (!this.line.send({ ...what, call })) {
      this.#calls.delete(call)
      throw new FaultError({
        code: 'bad-request',
        message: 'This answer is too large for the run that asks.',
      })
    }
    const reply = await promise
    return reply && valueOf<K>(what.kind, reply)
  }

  /** Takes an answer; false for one that nobody waits for. */
  replied(reply: Reply): boolean {
    const waits = this.#calls.get(reply.call)
    this.#calls.delete(reply.call)
    waits?.(reply)
    return waits !== undefined
  }

  /** It has gone: what was asked of it has no answer. */
  gone(): void {
    const calls = [...this.#calls.values()]
    this.#calls.clear()
    for (const answer of calls) answer(undefined)
  }
}

/** Throws the run's FaultError, or one for an answer that breaks the agreed form. */
function valueOf<K extends keyof typeof replies>(
  kind: K,
  reply: Reply,
): ReturnType<(typeof replies)[K]['parse']> {
  if (reply.kind === 'refused') throw new FaultError(reply.fault)
  const value = replies[kind].safeParse(reply.value)
  if (value.success) return value.data as ReturnType<(typeof replies)[K]['parse']>
  throw new FaultError({ code: 'internal', message: 'The run that asks gave no answer that can be read.' })
}
