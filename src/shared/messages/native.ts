import { withHost } from '../domain/host-state'
import type { ApprovalRequest } from '../domain/approval'
import { quoteCommand } from '../domain/quote-shell'
import { askedByInWords } from './asked-by'
import { doubtsInWords, givesInWords } from './glance'
import { oneLine } from './one-line'
import { checkedBeforeInWords, leadingFate, leadingInWords } from './rehearsal'
import { messages, type Messages } from './spoken'

/** What the desktop's own parts say: notifications, tray, menu, boxes. */
export const nativeMessages = (): Messages['native'] => messages().native

/**
 * A request as a message box of the system says it: every part of `detail` is a line of its own that begins with words of ours. `whole`:
 * all that a yes would be given to stands there as it is, nothing of it cut, hidden, in another line or left to be looked at elsewhere.
 */
export interface RequestInBox {
  readonly message: string
  readonly detail: string
  readonly whole: boolean
}

const longestPart = 240
/** Of more grants than these some are counted and not named. */
const mostGrants = 2

/** The text of a request's message box, by the panel's own words. What is in it of names is on its line, bounded and plain. */
export function requestInBox(request: ApprovalRequest): RequestInBox {
  const say = nativeMessages()
  const fate = leadingFate(request)
  const only = request.offers.find(({ kind }) => kind === 'only-this')
  const asked = askedByInWords(request)
  const [doubt, ...doubts] = doubtsInWords(request.assessment)
  const headline = leadingInWords(request)
  const before = checkedBeforeInWords(request)
  // What a patch changes, a text types or a tool is given does not stand in a box.
  const isCommand = request.kind === undefined || request.kind === 'command'
  const who = [say.session(request.sessionTitle), ...(asked === undefined ? [] : [asked])]
  const what = [
    ...(isCommand ? [say.command(quoteCommand(request.command))] : []),
    ...(before === undefined ? [] : [before]),
    ...(fate === undefined ? [] : [`${fate.head.replace(/:$/, '')}: ${fate.text}`]),
    ...(only === undefined ? [] : [say.gives(givesInWords(only, request))]),
    ...(doubt === undefined ? [] : [say.doubt(doubt)]),
  ]
  const others = (request.effect.others ?? 0) + (request.effect.also ? 1 : 0)
  const named = (only?.grants.length ?? 0) <= mostGrants
  return {
    message: oneLine(
      withHost(request.id, `${say.levels[request.assessment.level]}: ${headline}`),
      longestPart,
    ),
    detail: [...who, ...what].map((part) => oneLine(part, longestPart)).join('\n\n'),
    whole: isCommand && named && others === 0 && doubts.length === 0 && [headline, ...what].every(isWhole),
  }
}

/** Whether a text stands in a box as it is, but for runs of blanks. */
const isWhole = (text: string): boolean => oneLine(text, longestPart) === text.replaceAll(/ +/g, ' ').trim()

/** The one line of a request in a menu: its level and what leads it. */
export function requestOnOneLine(
  request: Pick<ApprovalRequest, 'assessment' | 'effect' | 'naming' | 'rehearsal'>,
): string {
  return oneLine(`${nativeMessages().levels[request.assessment.level]}: ${leadingInWords(request)}`, 160)
}
