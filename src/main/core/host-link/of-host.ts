import type { AgentEvent, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest, AskedBy } from '@shared/domain/approval'
import { idOfHost } from '@shared/domain/host-state'
import type { Question } from '@shared/domain/question'
import type { SessionSummary } from '@shared/domain/session'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { BrokenForm } from './numbered-line'

/** An id of ours is a UUID; the contract takes a hundred characters of one, and a host's name is among them here. */
const ownId = /^[\w.-]{1,50}$/

interface Asked {
  readonly sessionId: string
  readonly askedBy?: AskedBy | undefined
  readonly remoteRun?: unknown
}

/**
 * What a host tells, as a window of this machine has it: every id that names a session, request, question or grant has the host's name before it.
 * Throws BrokenForm for what is no id of an engine's.
 */
export class OfHost {
  readonly #host: string

  constructor(host: string) {
    this.#host = host
  }

  id(id: string): string {
    if (!ownId.test(id)) throw new BrokenForm({ kind: 'id' })
    return idOfHost(this.#host, id)
  }

  session<S extends SessionSummary>(session: S): S {
    const { id, child } = session
    return {
      ...session,
      id: this.id(id),
      ...(child && { child: { ...child, parentId: this.id(child.parentId) } }),
    }
  }

  request(request: ApprovalRequest): ApprovalRequest {
    return { ...this.#asked(request), id: this.id(request.id) }
  }

  question(question: Question): Question {
    return { ...this.#asked(question), id: this.id(question.id) }
  }

  event({ sessionId, event, ...place }: SessionEvent): SessionEvent {
    return { ...place, sessionId: this.id(sessionId), event: this.#told(event) }
  }

  /** By the names that the ids have, whichever event it is: one that is new cannot be forgotten here. */
  #told(event: AgentEvent): AgentEvent {
    if ('request' in event) return { ...event, request: this.request(event.request) }
    if ('question' in event) return { ...event, question: this.question(event.question) }
    if ('requestId' in event) return { ...event, requestId: this.id(event.requestId) }
    if ('childId' in event) return { ...event, childId: this.id(event.childId) }
    return 'grant' in event ? { ...event, grant: this.grant(event.grant) } : event
  }

  grant(grant: StoredGrant): StoredGrant {
    return { ...grant, id: this.id(grant.id), sessionId: this.id(grant.sessionId) }
  }

  /** A host speaks for itself alone: it shows no runs of others, which stand in no session. */
  #asked<A extends Asked>({ remoteRun: _, ...asked }: A): Omit<A, 'remoteRun'> {
    const { sessionId, askedBy } = asked
    return {
      ...asked,
      sessionId: this.id(sessionId),
      ...(askedBy && {
        askedBy: { ...askedBy, childId: this.id(askedBy.childId), parentId: this.id(askedBy.parentId) },
      }),
    }
  }
}
