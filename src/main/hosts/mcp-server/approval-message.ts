import type { ApprovalRequest } from '@shared/domain/approval'
import type { Assessment } from '@shared/domain/assessment'
import { quoteCommand } from '@shared/domain/quote-shell'
import { visible } from '../visible'

/** A line of the message holds so many characters; what is cut is said. */
const maxLine = 4000
const maxFiles = 30

/** Untrusted text as one line, so that no text can pass for a line of ours. */
function oneLine(text: string): string {
  const line = visible(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t')
  return line.length <= maxLine
    ? line
    : `${line.slice(0, maxLine)} … (${String(line.length - maxLine)} more characters)`
}

function riskLine({ level, categories, reason }: Assessment): string {
  const named = categories.length === 0 ? '' : ` (${categories.join(', ').replaceAll('_', ' ')})`
  return `Risk: ${level.replace('-', ' ').toUpperCase()}${named}${reason === undefined ? '' : `: ${reason}`}`
}

function subject({ command, changes, input }: ApprovalRequest): string[] {
  if (changes === undefined)
    return [`Command: ${quoteCommand(command)}`, ...(input === undefined ? [] : [`Input: ${input}`])]
  const files = Object.entries(changes).map(([path, { type }]) => `${type} ${path}`)
  const more = files.length - maxFiles
  return [`Files: ${files.slice(0, maxFiles).join(', ')}${more > 0 ? `, and ${String(more)} more` : ''}`]
}

/** What a person reads who is asked through an MCP client: effect, subject, what stopped it, the risk, what a yes means. */
export function approvalMessage(request: ApprovalRequest): string {
  const { effect, cwd, stop, assessment, justification, offers } = request
  const { view, differs } = assessment
  const [offer] = offers
  return [
    `Allow this? ${effect}`,
    ...subject(request),
    `In: ${cwd}`,
    `Stopped by: ${stop.text} (${stop.policyLine})`,
    riskLine(assessment),
    ...(view.status === 'success' ? [`Model's view: ${view.view.level}: ${view.view.description}`] : []),
    ...differs.map((each) => `Differs: ${each}`),
    ...(justification === undefined ? [] : [`The agent says: ${justification}`]),
    offer ? `A yes means: ${offer.description}` : 'Nothing can be offered for it: it can only be denied.',
  ]
    .map(oneLine)
    .join('\n')
}
