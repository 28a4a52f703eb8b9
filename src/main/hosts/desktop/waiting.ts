import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { HostAsk } from '@shared/domain/host-ask'
import { withHost } from '@shared/domain/host-state'
import type { Question } from '@shared/domain/question'
import { askedByInWords } from '@shared/messages/asked-by'
import { leadingInWords } from '@shared/messages/rehearsal'
import { nativeMessages } from '@shared/messages/native'
import type { EngineNotice } from '../../core/engine/engine-service'

/** What waits for the person. `title` and `body` hold names, which are untrusted; the words of a server, or of a host's command, are not in it. */
export interface Waits {
  readonly id: string
  /** Absent: the command of a host asks it, in every window that is there. */
  readonly sessionId?: string
  readonly title: string
  readonly body: string
  /** Absent: a question, which is answered in the window alone. */
  readonly request?: ApprovalRequest
}

/** What changed: something was asked, is seen otherwise by the model, or is over. */
export interface WaitingChange {
  readonly kind: 'asked' | 'changed' | 'over'
  readonly what: Waits
}

/** Everything that waits for the person, oldest first, by what the engine tells. */
export class Waiting {
  readonly #all = new Map<string, Waits>()
  readonly #listeners = new Set<(change: WaitingChange) => void>()

  /** Listens until the returned function is called. */
  subscribe(listener: (change: WaitingChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  list(): readonly Waits[] {
    return [...this.#all.values()]
  }

  get(id: string): Waits | undefined {
    return this.#all.get(id)
  }

  /** Takes in one notice of the engine. What is told twice changes nothing the second time. */
  take(notice: EngineNotice): void {
    if (notice.kind === 'hosts') this.#takeAsk(notice.ask)
    else if (notice.kind === 'event') this.#tell(this.#changeBy(notice.event.event))
  }

  /** What the commands of hosts ask is told one after the other, so what is not told any more is over. */
  #takeAsk(ask: HostAsk | undefined): void {
    for (const { id, sessionId } of this.list())
      if (sessionId === undefined && id !== ask?.id) this.#tell(this.#over(id))
    if (ask) this.#tell(this.#asked(askWaits(ask)))
  }

  #tell(change: WaitingChange | undefined): void {
    if (change === undefined) return
    if (change.kind === 'over') this.#all.delete(change.what.id)
    else this.#all.set(change.what.id, change.what)
    for (const listener of this.#listeners) listener(change)
  }

  #changeBy(event: AgentEvent): WaitingChange | undefined {
    if (event.type === 'approval.requested') return this.#asked(requestWaits(event.request))
    if (event.type === 'question.asked') return this.#asked(questionWaits(event.question))
    if (event.type === 'approval.resolved') return this.#over(event.request.id)
    if (event.type === 'question.resolved') return this.#over(event.question.id)
    if (event.type !== 'approval.assessed' && event.type !== 'approval.rehearsed') return undefined
    const request = this.#all.get(event.requestId)?.request
    if (request === undefined) return undefined
    if (event.type === 'approval.assessed') {
      const assessment = { ...request.assessment, ...event.update }
      return { kind: 'changed', what: requestWaits({ ...request, assessment }) }
    }
    const { rehearsal, offers = request.offers } = event
    return { kind: 'changed', what: requestWaits({ ...request, rehearsal, offers }) }
  }

  #asked(what: Waits): WaitingChange | undefined {
    return this.#all.has(what.id) ? undefined : { kind: 'asked', what }
  }

  #over(id: string): WaitingChange | undefined {
    const what = this.#all.get(id)
    return what && { kind: 'over', what }
  }
}

function requestWaits(request: ApprovalRequest): Waits {
  const { id } = request
  const body = [leadingInWords(request), askedByInWords(request) ?? ''].join(' ').trim()
  return { id, ...placeOf(request), body, request }
}

function questionWaits(question: Question): Waits {
  const { server } = question
  const { agentAsks, asks } = nativeMessages()
  return {
    id: question.id,
    ...placeOf(question),
    body: [server === undefined ? agentAsks : asks(server), askedByInWords(question) ?? ''].join(' ').trim(),
  }
}

function askWaits({ id, host, program, kind }: HostAsk): Waits {
  const { asks, kinds } = nativeMessages().ofHost
  return { id, title: asks(host, program), body: kinds[kind] }
}

/** Where it is shown: an agent's in the session that it works for. */
function placeOf({
  askedBy,
  sessionId,
  sessionTitle,
}: Pick<ApprovalRequest, 'askedBy' | 'sessionId' | 'sessionTitle'>): {
  sessionId: string
  title: string
} {
  return {
    sessionId: askedBy?.parentId ?? sessionId,
    title: withHost(sessionId, askedBy?.parentTitle ?? sessionTitle),
  }
}
