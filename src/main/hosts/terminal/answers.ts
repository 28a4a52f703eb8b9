import type { ApprovalRequest, DecidedBy, Decision } from '@shared/domain/approval'
import type { Ask } from '../cli/terminal-ask'

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

/**
 * Asks until one of the letters is typed. A closed terminal denies; plain Enter never allows. `count`: so many identical requests wait,
 * this one among them, and each is given the answer, unless the letter has a 1 behind it. `rehearse` begins its rehearsal, which
 * answers nothing; false: it cannot be, or has been.
 */
export async function answerOnTerminal(
  request: ApprovalRequest,
  ask: Ask,
  count = 1,
  rehearse?: () => boolean,
): Promise<Answered> {
  const once = offerOf(request, 'only-this')
  const outside = offerOf(request, 'outside')
  const choices = [
    ...(once ? ['a = allow once, only this'] : []),
    ...(outside ? ['o = allow once, outside the sandbox'] : []),
    ...(rehearse && request.rehearsal?.state === 'offered' ? ['r = rehearse it first'] : []),
    'd = deny',
    's = deny and stop',
    ...(count > 1
      ? [`with a 1 behind it (d1) for this one alone, else for all ${String(count)} identical ones`]
      : []),
  ].join(', ')
  let said = ''
  for (;;) {
    const line = await ask(`${said}Your decision (${choices}; text after d is told to the agent): `)
    if (line === undefined) return answerUnasked()
    const [typed = '', ...rest] = line.trim().split(/\s+/)
    const message = rest.join(' ')
    const one = count > 1 && /^[ados]1$/.test(typed)
    const letter = one ? typed.slice(0, 1) : typed
    const given = { by: 'terminal', unasked: false, ...(one && { alone: true }) } as const
    if (letter === 'a' && once) return { decision: once, ...given }
    if (letter === 'o' && outside) return { decision: outside, ...given }
    if (letter === 's') return { decision: { kind: 'abort' }, ...given }
    if (letter === 'r' && rehearse) {
      said = rehearse()
        ? 'It is being rehearsed; what it would change is told here. '
        : 'It cannot be rehearsed now. '
      continue
    }
    said = letter === '' ? '' : `“${letter.slice(0, 20)}” is none of the letters. `
    if (letter === 'd')
      return { decision: message === '' ? { kind: 'deny' } : { kind: 'deny', message }, ...given }
  }
}
