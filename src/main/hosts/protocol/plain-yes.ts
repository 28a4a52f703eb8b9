import { isStoppedAgain, type ApprovalRequest, type Decision, type Offer } from '@shared/domain/approval'
import { forSessionInWords } from '@shared/messages/offer'
import { putInPlaceInWords } from '@shared/messages/rehearsal'

/** What of a request the plain yes depends on. */
type Asked = Pick<ApprovalRequest, 'stop' | 'offers' | 'rehearsal' | 'naming'>

/** What is put in place by a yes to an offer, in place of a run. */
export interface RehearsedInstead {
  /** The rehearsal's id, for the decision. */
  readonly id: string
  readonly means: string
  /** No grant lets the command through: a run in the sandbox would be stopped again, however long the yes holds. */
  readonly lacks: boolean
}

/**
 * What a yes for once to a narrow offer puts in place instead of running: what was rehearsed, where the policy of effects asks about what it did
 * (it has run, on copies), and where no grant lets the command through (decision 226). Undefined: the offer is for a run.
 */
export function rehearsedInstead(
  { stop, rehearsal, naming }: Pick<Asked, 'stop' | 'rehearsal' | 'naming'>,
  offer: Offer,
): RehearsedInstead | undefined {
  const { kind, means } = offer
  if (kind !== 'only-this' || means.kind !== 'run' || rehearsal?.state !== 'found') return undefined
  const { found } = rehearsal
  const lacks = isStoppedAgain(offer)
  if (found.applies?.kind !== 'possible' || !(lacks || stop.why.kind === 'effects')) return undefined
  return { id: found.applies.id, means: putInPlaceInWords(found, naming), lacks }
}

function plainOffer({ stop, offers }: Pick<ApprovalRequest, 'stop' | 'offers'>): Offer | undefined {
  const given = offers.filter(({ scopes }) => scopes.includes('once'))
  const outside = stop.boundary === 'escalation' ? given.find(({ kind }) => kind === 'outside') : undefined
  return outside ?? given[0]
}

/**
 * The offer that the wire's `approved` stands for (decision 088): what the agent asked for where it asked to run without the
 * sandbox, the narrowest offer everywhere else, in the words for what it does. Undefined where nothing may be given: `approved` is then a no.
 */
export function plainYes(request: Asked): Offer | undefined {
  const offer = plainOffer(request)
  const instead = offer && rehearsedInstead(request, offer)
  if (!instead) return offer
  const { means, lacks } = instead
  const isLonger = !lacks && offer.scopes.includes('session')
  const text = isLonger ? `${means} ${forSessionInWords(offer, request.naming)}` : means
  return {
    ...offer,
    grants: [],
    ...(lacks && { scopes: ['once'] }),
    means: { kind: 'said', text },
  }
}

/** What the plain yes decides, for the session only where it may be given for so long. */
export function decideYes(request: Asked, wish: 'once' | 'session'): Decision {
  const offer = plainOffer(request)
  if (!offer) return { kind: 'deny' }
  const scope = wish === 'session' && offer.scopes.includes('session') ? 'session' : 'once'
  const instead = rehearsedInstead(request, offer)
  if (instead && (instead.lacks || scope === 'once')) return { kind: 'apply', rehearsal: instead.id }
  return { kind: 'allow', offerId: offer.id, scope }
}
