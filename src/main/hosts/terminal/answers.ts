import type { ApprovalRequest, DecidedBy, Decision } from '@shared/domain/approval'

/** How approvals of a terminal run are answered: by a flag, or by asking on the terminal. */
export type AnswerMode = 'allow' | 'widen' | 'deny' | 'ask'

/** A decision and who took it; `unasked` marks a denial that happened only because nobody could be asked. */
export interface Answered {
  readonly decision: Decision
  readonly by: DecidedBy
  readonly unasked: boolean
}

/** Asks one question and resolves with the line typed; undefined when the terminal is closed. */
export type Ask = (question: string) => Promise<string | undefined>

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

/** Asks until one of the letters is typed. A closed terminal denies; plain Enter never allows. */
export async function answerOnTerminal(request: ApprovalRequest, ask: Ask): Promise<Answered> {
  const once = offerOf(request, 'only-this')
  const outside = offerOf(request, 'outside')
  const choices = [
    ...(once ? ['a = allow once, only this'] : []),
    ...(outside ? ['o = allow once, outside the sandbox'] : []),
    'd = deny',
    's = deny and stop',
  ].join(', ')
  let said = ''
  for (;;) {
    const line = await ask(`${said}Your decision (${choices}; text after d is told to the agent): `)
    if (line === undefined) return answerUnasked()
    const [letter = '', ...rest] = line.trim().split(/\s+/)
    const message = rest.join(' ')
    if (letter === 'a' && once) return { decision: once, by: 'terminal', unasked: false }
    if (letter === 'o' && outside) return { decision: outside, by: 'terminal', unasked: false }
    if (letter === 's') return { decision: { kind: 'abort' }, by: 'terminal', unasked: false }
    said = letter === '' ? '' : `“${letter.slice(0, 20)}” is none of the letters. `
    if (letter === 'd')
      return {
        decision: message === '' ? { kind: 'deny' } : { kind: 'deny', message },
        by: 'terminal',
        unasked: false,
      }
  }
}
