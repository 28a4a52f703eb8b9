import type { AgentEvent, ProviderLimits, RateLimitWindow, SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest, AskedBy, DecideReply } from '@shared/domain/approval'
import type { FactTarget, Facts } from '@shared/domain/facts'
import type { FoundInSession } from '@shared/domain/found-text'
import { idOfHost } from '@shared/domain/host-state'
import { isoTime } from '@shared/domain/iso-time'
import type { YesEnds } from '@shared/domain/nearest-rule'
import type { Question } from '@shared/domain/question'
import type { SessionSummary } from '@shared/domain/session'
import type { SessionOverview } from '@shared/domain/session-overview'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { cutAnswer } from './cut-answer'
import { BrokenForm } from './numbered-line'

/** An id of ours is a UUID; the contract takes a hundred characters of one, and a host's name is among them here. */
const ownId = /^[\w.-]{1,50}$/
/** So much of each text of a session is taken; none of an engine's own is longer, and its lists are what it may do. */
const mostOfSession = { text: 4_096, list: Infinity }
/** Characters of a moment as `isoTime` writes it, where its year has four digits: no schema takes another. */
const ordinary = '2026-11-29T01:44:33.000Z'.length

interface Asked {
  readonly sessionId: string
  readonly sessionTitle: string
  readonly askedBy?: AskedBy | undefined
  readonly remoteRun?: unknown
  readonly createdAt: string
}

/**
 * What a host tells, as a window of this machine has it: every id that names a session, request, question or grant has the host's name before it,
 * and every moment is by the clock here, of which the host's is `aheadMs` ahead. Throws BrokenForm for what is no id of an engine's; what is no
 * moment, or would be none of a year with four digits, stays as it is.
 */
export class OfHost {
  readonly #host: string
  readonly aheadMs: number

  constructor(host: string, aheadMs = 0) {
    this.#host = host
    this.aheadMs = aheadMs
  }

  id(id: string): string {
    if (!ownId.test(id)) throw new BrokenForm({ kind: 'id' })
    return idOfHost(this.#host, id)
  }

  session<S extends SessionSummary>({ baseInstructions, ...session }: S): S {
    const { answer } = cutAnswer(session, mostOfSession)
    const { id, child, createdAt, updatedAt } = answer
    return {
      ...answer,
      ...(baseInstructions !== undefined && { baseInstructions }),
      ...{ id: this.id(id), createdAt: this.#at(createdAt), updatedAt: this.#at(updatedAt) },
      ...(child && { child: { ...child, parentId: this.id(child.parentId) } }),
    } as S
  }

  found(found: FoundInSession): FoundInSession {
    const { sessionId, updatedAt } = found
    return { ...found, sessionId: this.id(sessionId), updatedAt: this.#at(updatedAt) }
  }

  request(request: ApprovalRequest): ApprovalRequest {
    const { id, assessment, decision, decidedAt } = request
    const { facts } = assessment
    return {
      ...this.#asked(request),
      id: this.id(id),
      ...(facts && { assessment: { ...assessment, facts: this.#facts(facts) } }),
      ...(decision && { decision: 'ends' in decision ? this.#ends(decision) : decision }),
      ...(decidedAt !== undefined && { decidedAt: this.#at(decidedAt) }),
    }
  }

  question(question: Question): Question {
    return { ...this.#asked(question), id: this.id(question.id) }
  }

  event({ sessionId, at, event, ...place }: SessionEvent): SessionEvent {
    return { ...place, sessionId: this.id(sessionId), at: this.#at(at), event: this.#told(event) }
  }

  grant(grant: StoredGrant): StoredGrant {
    const { id, sessionId, createdAt } = grant
    return {
      ...this.#ends(grant),
      ...{ id: this.id(id), sessionId: this.id(sessionId), createdAt: this.#at(createdAt) },
    }
  }

  overview(overview: SessionOverview): SessionOverview {
    const decisions = overview.decisions.map((each) => {
      const at = this.#at(each.at)
      if (each.kind === 'grant') return { ...each, at, grant: this.grant(each.grant) }
      if (each.kind === 'rule' || each.answeredAt === undefined) return { ...each, at }
      return { ...each, at, answeredAt: this.#at(each.answeredAt) }
    })
    const turns = overview.turns.map((turn) => ({ ...turn, at: this.#at(turn.at) }))
    return { ...overview, decisions, turns }
  }

  reply(reply: DecideReply): DecideReply {
    if (reply.kind !== 'already' || reply.decidedAt === undefined) return reply
    return { ...reply, decidedAt: this.#at(reply.decidedAt) }
  }

  /** By the names that ids and moments have, whichever event it is: one that is new cannot be forgotten here. */
  #told(event: AgentEvent): AgentEvent {
    if ('request' in event) return { ...event, request: this.request(event.request) }
    if ('question' in event) return { ...event, question: this.question(event.question) }
    if ('requestId' in event) return { ...event, requestId: this.id(event.requestId) }
    if ('childId' in event) return { ...event, childId: this.id(event.childId) }
    if ('limits' in event) return { ...event, limits: this.#limits(event.limits) }
    return 'grant' in event ? { ...event, grant: this.grant(event.grant) } : event
  }

  /** A host speaks for itself alone: it shows no runs of others, which stand in no session. */
  #asked<A extends Asked>({ remoteRun: _, ...asked }: A): Omit<A, 'remoteRun'> {
    const { sessionId, createdAt } = asked
    const { sessionTitle, askedBy } = cutAnswer(
      { sessionTitle: asked.sessionTitle, askedBy: asked.askedBy },
      mostOfSession,
    ).answer
    return {
      ...asked,
      ...{ sessionId: this.id(sessionId), sessionTitle, createdAt: this.#at(createdAt) },
      ...(askedBy && {
        askedBy: { ...askedBy, childId: this.id(askedBy.childId), parentId: this.id(askedBy.parentId) },
      }),
    }
  }

  #at(iso: string): string {
    const ms = this.aheadMs === 0 ? Number.NaN : Date.parse(iso)
    const here = Number.isNaN(ms) ? iso : isoTime(ms - this.aheadMs)
    return here.length === ordinary ? here : iso
  }

  #ends<E extends { readonly ends?: YesEnds | undefined }>(yes: E): E {
    const { ends } = yes
    return ends?.at === undefined ? yes : { ...yes, ends: { ...ends, at: this.#at(ends.at) } }
  }

  #facts(facts: Facts): Facts {
    const { aheadMs } = this
    if (aheadMs === 0) return facts
    const target = (each: FactTarget): FactTarget =>
      each.newestMs === undefined ? each : { ...each, newestMs: each.newestMs - aheadMs }
    const { readAtMs } = facts
    return {
      ...facts,
      targets: facts.targets.map(target),
      rows: facts.rows.map((row) => (row.kind === 'target' ? { ...row, target: target(row.target) } : row)),
      ...(readAtMs !== undefined && { readAtMs: readAtMs - aheadMs }),
    }
  }

  #limits({ primary, secondary }: ProviderLimits): ProviderLimits {
    const limit = ({ resetsAt, ...limit }: RateLimitWindow): RateLimitWindow => {
      if (resetsAt === undefined) return limit
      const seconds = resetsAt - Math.round(this.aheadMs / 1000)
      return { ...limit, resetsAt: Math.min(Math.max(0, seconds), Number.MAX_SAFE_INTEGER) }
    }
    return { ...(primary && { primary: limit(primary) }), ...(secondary && { secondary: limit(secondary) }) }
  }
}
