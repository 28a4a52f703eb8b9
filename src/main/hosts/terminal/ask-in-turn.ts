import type { ApprovalRequest } from '@shared/domain/approval'
import { identicalTo } from '@shared/domain/identical-requests'
import type { Answered } from './answers'

/** Asks about a request; `count` says how many identical ones wait, this one among them. */
export type AskAbout = (request: ApprovalRequest, count: number) => Promise<Answered> | Answered

/** What a terminal run's requests are handed to. */
export interface AskInTurn {
  /** Resolves when the request has its answer. Rejects with whatever asking or answering threw. */
  add(request: ApprovalRequest): Promise<void>
  /** It is over without an answer from here: nobody is asked about it any more. */
  drop(requestId: string): void
}

/**
 * One question at a time, the oldest first. An answer is given to every identical request that was counted in its question, each on
 * its own record; one that came later is asked about by itself, and so is what is answered alone or ends its turn.
 */
export function askInTurn(
  ask: AskAbout,
  give: (request: ApprovalRequest, answered: Answered) => Promise<void>,
): AskInTurn {
  let waiting: readonly ApprovalRequest[] = []
  let before: Promise<void> = Promise.resolve()
  const take = (done: readonly ApprovalRequest[]): void => {
    waiting = waiting.filter((each) => !done.includes(each))
  }
  const next = async (request: ApprovalRequest): Promise<void> => {
    if (!waiting.includes(request)) return
    const others = identicalTo(request, waiting)
    const answered = await ask(request, others.length + 1)
    const alone = answered.alone === true || answered.decision.kind === 'abort'
    const to = alone ? [request] : [request, ...others.filter((each) => waiting.includes(each))]
    take(to)
    for (const each of to) await give(each, answered)
  }
  return {
    add(request) {
      waiting = [...waiting, request]
      const asked = before.then(() => next(request))
      before = asked.catch(() => undefined)
      return asked
    },
    drop(requestId) {
      take(waiting.filter(({ id }) => id === requestId))
    },
  }
}
