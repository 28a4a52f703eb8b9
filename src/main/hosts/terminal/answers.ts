import type { ApprovalRequest, DecidedBy, Decision } from '@shared/domain/approval'
import type { RehearsalApplies } from '@shared/domain/request-rehearsal'
import { givesInWords } from '@shared/messages/glance'
import { notAppliedInWords } from '@shared/messages/rehearsal'
import type { Ask } from '../cli/terminal-ask'
import { visibleLine } from '../visible'
import { questionInWords } from './request-lines'

/** How approvals of a terminal run are answered: by a flag, or by asking on the terminal. */
export type AnswerMode = 'allow' | 'widen' | 'deny' | 'ask'

/**
 * A decision and who took it; `unasked` marks a denial that happened only because nobody could be asked. `alone`: it is given to this
 * request and to none of the identical ones.
 */
export interface Answered {
  readonly decision: Decision
  readonly by: DecidedBy
  readonly unasked: boolean
  readonly alone?: boolean
}

const offerOf = (request: ApprovalRequest, kind: 'only-this' | 'outside'): Decision | undefined => {
  const offer = request.offers.find((each) => each.kind === kind)
  return offer && { kind: 'allow', offerId: offer.id }
}

/** The flag's answer. A request without the offer that the flag asks for is denied, with the reason (fails closed). */
export function answerByFlag(mode: Exclude<AnswerMode, 'ask'>, request: ApprovalRequest): Answered {
  const wanted = mode === 'deny' ? undefined : offerOf(request, mode === 'allow' ? 'only-this' : 'outside')
  const decision: Decision =
    wanted ??
    (mode === 'deny'
      ? { kind: 'deny' }
      : { kind: 'deny', message: 'What the flag allows is not offered for this command.' })
  return { decision, by: 'flag', unasked: false }
}

/** Nobody can be asked: denied, and the run ends with its own exit code. */
export function answerUnasked(): Answered {
  return { decision: { kind: 'deny' }, by: 'engine', unasked: true }
}

/** What a request that is asked about can become meanwhile. */
export interface LiveRequest {
  /** Begins its rehearsal, which answers nothing; false: it cannot be, or has been. */
  rehearse(): boolean | Promise<boolean>
  /** As it stands now; undefined: it waits no more. */
  now(): ApprovalRequest | undefined
}

/**
 * Asks until one of the letters is typed. A closed terminal denies; plain Enter never allows. `count`: so many identical requests wait,
 * this one among them, and each is given the answer, unless the letter has a 1 behind it. Where a rehearsal made the offers others, a yes
 * is told anew before it is taken, and is for this request alone, as what puts a rehearsal in place is.
 */
export async function answerOnTerminal(
  request: ApprovalRequest,
  ask: Ask,
  count = 1,
  live?: LiveRequest,
): Promise<Answered> {
  let said = ''
  for (;;) {
    const asked = live?.now() ?? request
    const once = offerOf(asked, 'only-this')
    const outside = offerOf(asked, 'outside')
    const isOther = !sameOffers(asked, request)
    const line = await ask(
      `${said}Your decision on ${questionInWords(asked)} (${choices(asked, isOther ? 1 : count, live)}; text after d is told to the agent): `,
    )
    if (line === undefined) return answerUnasked()
    const [typed = '', ...rest] = line.trim().split(/\s+/)
    const message = rest.join(' ')
    const one = count > 1 && /^[adops]1$/.test(typed)
    const letter = one ? typed.slice(0, 1) : typed
    const alone = (one || isOther || letter === 'p') && count > 1
    const given = { by: 'terminal', unasked: false, ...(alone && { alone: true }) } as const
    const yes = letter === 'a' ? once : letter === 'o' ? outside : undefined
    const now = live?.now() ?? asked
    if (yes && sameOffers(now, asked)) return { decision: yes, ...given }
    if (yes) {
      said = `${visibleLine(givesLine(now))} `
      continue
    }
    if (letter === 's') return { decision: { kind: 'abort' }, ...given }
    if (letter === 'r' && live) {
      said = (await live.rehearse())
        ? 'It is being rehearsed; what it would change is told here. '
        : 'It cannot be rehearsed now. '
      continue
    }
    if (letter === 'p' && now.rehearsal) {
      const applies = appliesOf(now)
      if (applies?.kind === 'possible')
        return { decision: { kind: 'apply', rehearsal: applies.id }, ...given }
      const why = applies ? notAppliedInWords(applies, now.naming) : 'No rehearsal has shown anything yet'
      said = `${visibleLine(why)}. `
      continue
    }
    said = letter === '' ? '' : `“${letter.slice(0, 20)}” is none of the letters. `
    if (letter === 'd')
      return { decision: message === '' ? { kind: 'deny' } : { kind: 'deny', message }, ...given }
  }
}

const choices = (request: ApprovalRequest, count: number, live: LiveRequest | undefined): string => {
  const { rehearsal } = request
  const applies = appliesOf(request)?.kind
  return [
    ...(offerOf(request, 'only-this') ? ['a = allow once, only this'] : []),
    ...(offerOf(request, 'outside') ? ['o = allow once, outside the sandbox'] : []),
    ...(live && rehearsal?.state === 'offered' ? ['r = rehearse it first'] : []),
    ...(live && (rehearsal?.state === 'running' || applies === 'possible')
      ? ['p = put in place what the rehearsal shows']
      : []),
    'd = deny',
    's = deny and stop',
    ...(count > 1
      ? [`with a 1 behind it (d1) for this one alone, else for all ${String(count)} identical ones`]
      : []),
  ].join(', ')
}

const appliesOf = ({ rehearsal }: ApprovalRequest): RehearsalApplies | undefined =>
  rehearsal?.state === 'found' ? rehearsal.found.applies : undefined

const sameOffers = (one: ApprovalRequest, other: ApprovalRequest): boolean =>
  one.offers.map(({ id }) => id).join('\n') === other.offers.map(({ id }) => id).join('\n')

const givesLine = (request: ApprovalRequest): string => {
  const only = request.offers.find(({ kind }) => kind === 'only-this')
  return only ? `A yes gives now ${givesInWords(only, request)}` : 'What a yes gives is not offered any more.'
}
