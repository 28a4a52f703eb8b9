import type { ApprovalRequest } from '@shared/domain/approval'
import type { Assessment } from '@shared/domain/assessment'
import { quoteCommand } from '@shared/domain/quote-shell'
import { askedByInWords } from '@shared/messages/asked-by'
import { differenceInWords, whyNotAssessed } from '@shared/messages/difference'
import { offerInWords } from '@shared/messages/offer'
import { checkedBeforeInWords, leadingInFull } from '@shared/messages/rehearsal'
import { changedLines, policyInWords, stopInWords } from '@shared/messages/stop'
import { plainYes } from './plain-yes'
import { spacesNamed, visibleLine } from '../visible'
import { bothEnds } from './both-ends'

/** A line of the message holds so many characters of what is shown; what is left out of it is said. */
const maxLine = 4000
const maxFiles = 30

/** Untrusted text as one line, so that no text can pass for a line of ours. */
const oneLine = (text: string): string => bothEnds(visibleLine(text), maxLine)

function riskLine(assessment: Assessment): string {
  const { level, categories } = assessment
  const reason = whyNotAssessed(assessment)
  const named = categories.length === 0 ? '' : ` (${categories.join(', ').replaceAll('_', ' ')})`
  return `Risk: ${level.replace('-', ' ').toUpperCase()}${named}${reason === undefined ? '' : `: ${reason}`}`
}

function subject({ command, changes, input }: ApprovalRequest): string[] {
  if (changes === undefined)
    return [
      `Command: ${spacesNamed(quoteCommand(command))}`,
      ...(input === undefined ? [] : [`Input: ${input}`]),
    ]
  const files = Object.entries(changes).map(([path, { type }]) => `${type} ${path}`)
  const more = files.length - maxFiles
  return [`Files: ${files.slice(0, maxFiles).join(', ')}${more > 0 ? `, and ${String(more)} more` : ''}`]
}

function plainMeaning(request: ApprovalRequest): readonly string[] {
  const offer = plainYes(request)
  return offer ? [`A yes means: ${offerInWords(offer, request)}`] : []
}

/**
 * What a person reads who is asked through an MCP client: effect, subject, what stopped it, the risk, what a yes means. `means` are lines
 * that say this where a client has more than one yes.
 */
export function approvalMessage(request: ApprovalRequest, means = plainMeaning(request)): string {
  const { cwd, stop, assessment, justification } = request
  const { view, differs } = assessment
  const who = askedByInWords(request)
  const before = checkedBeforeInWords(request)
  return [
    `Allow this? ${leadingInFull(request)}`,
    ...(before === undefined ? [] : [before]),
    ...(who === undefined ? [] : [who]),
    ...subject(request),
    `In: ${cwd}`,
    `Stopped by: ${stopInWords(stop, request.naming)} (${policyInWords(stop, request.sandboxPolicy)})`,
    ...changedLines(stop, request.naming).map((line) => `Changed: ${line}`),
    riskLine(assessment),
    ...(view.status === 'success' ? [`Model's view: ${view.view.level}: ${view.view.description}`] : []),
    ...differs.map((each) => `Differs: ${differenceInWords(each)}`),
    ...(justification === undefined ? [] : [`The agent says: ${justification}`]),
    ...(means.length > 0 ? means : ['Nothing can be offered for it: it can only be denied.']),
  ]
    .map(oneLine)
    .join('\n')
}
