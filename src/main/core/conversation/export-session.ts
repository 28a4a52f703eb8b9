import { promiseInWords } from '@shared/messages/promise'
import { notOnCopiesInWords } from '@shared/messages/rehearsal'
import { restoredInWords, rewoundInWords } from '@shared/messages/restore'
import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import { commandText } from '../shell/read-graph'
import { describeGrant } from '@shared/messages/grant'
import { describeSandboxPolicy } from '@shared/messages/policies'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import type { Question } from '@shared/domain/question'
import type { ExportFormat } from '@shared/domain/session'
import type { ExportedSession, OpenedSession } from '../engine/engine-service'
import type { ResponseItem } from '@shared/domain/response-item'
import { whyNotAssessed } from '@shared/messages/difference'
import { reviewText } from '@shared/messages/review'
import { effectInWords } from '@shared/messages/effect'
import type { McpResult } from '@shared/domain/mcp-result'
import { stopInWords } from '@shared/messages/stop'
import { reasonInWords } from '@shared/messages/reason'
import { namingHidden, escapeOf, hiddenInProse } from '@shared/domain/hidden-characters'
import { planLines } from './plan-lines'

/** What was asked: an agent's words stand in the fields. */
function questionText({ message, matter }: Question): string {
  if (message !== '' || matter.mode === 'url') return message
  return matter.fields.map(({ key, description = key }) => description).join('\n')
}

function outcomeLine(outcome: CommandOutcome): string {
  switch (outcome.kind) {
    case 'exited':
      return `Ended with exit code ${String(outcome.exitCode)}.`
    case 'denied':
      return `The sandbox stopped it: ${words(outcome.evidence.map((each) => each.target).join(', '))}.`
    case 'timed-out':
      return `Timed out after ${String(outcome.timeoutMs)} ms.`
    case 'cancelled':
      return outcome.by === 'person' ? 'Stopped by the person.' : 'Cancelled.'
    case 'refused':
    case 'failed':
      return `Did not run: ${words(outcome.reason)}`
  }
}

function finished(outcome: CommandOutcome): string {
  const output = 'output' in outcome ? outcome.output.aggregated : ''
  return [outcomeLine(outcome), ...(output === '' ? [] : [fenced(output, 'text')])].join('\n\n')
}

function levelLine({ assessment }: ApprovalRequest): string {
  const { level, floor } = assessment
  const [first] = floor?.reasons ?? []
  const why = first ? reasonInWords(first) : whyNotAssessed(assessment)
  return `Risk: ${level.replace('-', ' ')}${why === undefined ? '' : `. ${words(why)}`}`
}

/** What was decided, how far and how long, and what the agent was told. */
function decisionText({ decision, state, offers }: ApprovalRequest): string {
  switch (decision?.kind) {
    case undefined:
      return state
    case 'allow': {
      const offer = offers.find((each) => each.id === decision.offerId)
      const where = offer?.kind === 'outside' ? ', outside the sandbox' : ''
      const left = decision.leaveOut?.map((path) => code(path)).join(', ')
      const part = left === undefined ? '' : `, without ${left}`
      return `allow${where}${part}, ${decision.scope === undefined || decision.scope === 'once' ? 'once' : `for this ${decision.scope}`}`
    }
    case 'apply': {
      const left = decision.leaveOut?.map((path) => code(path)).join(', ')
      return `apply what the rehearsal showed${left === undefined ? '' : `, without ${left}`}`
    }
    case 'deny':
      return decision.message === undefined ? 'deny' : `deny, with the words “${words(decision.message)}”`
    case 'edit':
      return `run instead ${code(commandText(decision.command))}`
    case 'abort':
      return 'deny and stop'
  }
}

function mcpResult(result: McpResult): string {
  if (result.kind === 'stopped') return `No answer: ${words(result.reason)}.`
  const pictures = result.images.map(({ mimeType }) => `(picture: ${words(mimeType)})`)
  return [
    ...(result.failed ? ['The server says that it failed:'] : []),
    fenced(result.text, 'text'),
    ...pictures,
    ...(result.sounds ?? []).map(({ mimeType }) => `(sound: ${words(mimeType)})`),
  ].join('\n\n')
}

/** One event as Markdown; undefined for what a reader does not need. */
function section(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'user.message':
      return [
        '## You',
        quoted(event.text),
        ...(event.images ?? []).map((label) => `(picture: ${words(label)})`),
      ].join('\n\n')
    case 'context.compacted':
      return `### Conversation compacted\n\n${quoted(event.summary)}`
    case 'message.completed':
      return `## Agent\n\n${quoted(event.text)}`
    case 'command.started': {
      const grants = event.grants.map(describeGrant).join('; ')
      const how = `${event.confinement === 'none' ? 'Without the sandbox' : 'In the sandbox'}, in ${code(event.cwd)}`
      const not = event.notOnCopies ? ` ${words(notOnCopiesInWords(event.notOnCopies))}.` : ''
      return `### Command\n\n${fenced(commandText(event.command), 'sh')}\n\n${how}${grants === '' ? '' : `, allowed to ${words(grants)}`}.${not}`
    }
    case 'command.finished':
    case 'patch.finished':
      return finished(event.outcome)
    case 'patch.started':
      return `### Change to files\n\n${fenced(Object.keys(event.changes).join('\n'), 'text')}`
    case 'mcp.started': {
      const { server, tool, arguments: args } = event.invocation
      return `### Tool ${words(tool)} of the server ${words(server)}\n\n${fenced(JSON.stringify(args, undefined, 2), 'json')}`
    }
    case 'mcp.finished':
      return mcpResult(event.result)
    case 'agent.started':
      return `### Agent ${words(event.name)}\n\n${fenced(event.task, 'text')}\n\nSession ${event.childId}.`
    case 'agent.finished':
      return [
        `The agent of the session ${event.childId}: ${event.outcome}.`,
        ...[event.problem, event.lastMessage].flatMap((text) =>
          text === undefined ? [] : [fenced(text, 'text')],
        ),
      ].join('\n\n')
    case 'image.viewed':
      return `(the agent looked at a picture: ${words(event.label)})`
    case 'search.finished':
      return `(the model searched the web: ${words(event.query)})`
    case 'turn.diff':
      return event.unifiedDiff === ''
        ? undefined
        : `### Changes of the turn\n\n${fenced(event.unifiedDiff, 'diff')}`
    case 'review.entered':
      return `## Review of ${words(event.hint)}`
    case 'review.exited':
      return event.output === undefined
        ? '_The review did not come to its end._'
        : fenced(reviewText(event.output), 'text')
    case 'plan.updated':
      return [
        '### Plan',
        event.explanation === undefined ? '' : quoted(event.explanation),
        planLines(event.plan.map(({ step, status }) => ({ step: words(step), status }))).join('\n'),
      ]
        .filter((part) => part !== '')
        .join('\n\n')
    case 'tool.rejected':
      return `Not run: ${code(event.name)}: ${words(event.reason)}`
    case 'approval.requested':
      return `### Decision\n\n${words(effectInWords(event.request.effect))}\n\n${levelLine(event.request)}\n\n${words(stopInWords(event.request.stop, event.request.naming))}`
    case 'approval.resolved': {
      const { decidedBy } = event.request
      return `Decided: ${decisionText(event.request)}${decidedBy === undefined ? '' : ` (${decidedBy})`}.`
    }
    case 'question.asked':
      return `### Question of ${event.question.server === undefined ? 'the agent' : `the server ${words(event.question.server)}`}\n\n${fenced(questionText(event.question), 'text')}`
    case 'question.resolved':
      return `Answered: ${event.question.action ?? 'withdrawn'}.`
    case 'command.compared':
      return words(promiseInWords(event, undefined))
    case 'grant.applied':
      return `Let through by a grant given before: ${event.grant.id}.`
    case 'error.reported':
      return `**Error:** ${words(event.fault.message)}`
    case 'turn.noted':
      return `**Note:** ${words(event.text)}`
    case 'files.restored':
      return `**Note:** ${words(restoredInWords(event))}`
    case 'session.rewound':
      return `**Note:** ${words(rewoundInWords(event))}`
    case 'turn.finished':
      return event.outcome === 'completed' ? undefined : `_Turn ${event.outcome}._`
    case 'command.input':
      return `Input for the running command:\n\n${fenced(event.text, 'text')}`
    case 'call.undoable':
    case 'command.kept':
    case 'command.ports':
    case 'session.configured':
    case 'turn.started':
    case 'reasoning.delta':
    case 'message.delta':
    case 'message.waiting':
    case 'command.output':
    case 'mcp.progress':
    case 'search.started':
    case 'model.retrying':
    case 'approval.assessed':
    case 'approval.rehearsed':
    case 'context.compacting':
    case 'usage.updated':
    case 'limits.updated':
      return undefined
  }
}

/**
 * A session as Markdown to read or as JSON to work with. Texts of the person, the agent and commands stand in quotations and
 * fences that they cannot leave, without a character that is not seen; the JSON has them as they are.
 */
export function exportSession(
  { session, events }: OpenedSession,
  items: readonly ResponseItem[],
  format: Exclude<ExportFormat, 'rollout'>,
): ExportedSession {
  const name = namingHidden(session.title, () => '-')
    .replace(/[^\p{L}\p{N}._-]+/gu, '-')
    .replace(/^[.-]+|[.-]+$/g, '')
    .slice(0, 60)
  const fileName = `${name === '' ? 'session' : name}-${session.createdAt.slice(0, 10)}`
  if (format === 'json')
    return {
      fileName: `${fileName}.json`,
      mediaType: 'application/json',
      text: `${JSON.stringify({ version: 1, session, events, items }, undefined, 2)}\n`,
    }
  const head = [
    `# ${words(session.title)}`,
    [
      `- Folder: ${code(session.cwd)}`,
      `- Model: ${words(session.model)} (${words(session.provider)})`,
      `- Sandbox: ${describeSandboxPolicy(session.sandboxPolicy)}; approvals: ${approvalPolicyName(session.approvalPolicy)}`,
      `- From ${session.createdAt} to ${session.updatedAt}`,
    ].join('\n'),
  ]
  const body = events.flatMap(({ event }) => section(event) ?? [])
  return {
    fileName: `${fileName}.md`,
    mediaType: 'text/markdown',
    text: `${[...head, ...body].join('\n\n')}\n`,
  }
}

/** Every text of others as it stands in a Markdown file. What a reader's program would act on unseen is named in all of them. */
const shown = (text: string): string => namingHidden(text.replaceAll('\r\n', '\n'), escapeOf)

/** A fence that the text cannot close from the inside. */
function fenced(text: string, language = ''): string {
  const body = shown(text)
  const fence = '`'.repeat(longestRun(body, 2) + 1)
  return `${fence}${language}\n${body}${body.endsWith('\n') ? '' : '\n'}${fence}`
}

/** One line of code, in marks that the text cannot close from the inside. */
function code(text: string): string {
  const line = shown(text).replaceAll('\n', String.raw`\n`)
  const marks = '`'.repeat(longestRun(line, 0) + 1)
  return /^[` ]|[` ]$/.test(line) ? `${marks} ${line} ${marks}` : `${marks}${line}${marks}`
}

/** Words in a line of ours: nothing in them is Markdown or begins a line. */
function words(text: string): string {
  return shown(text)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\`*{}[\]<>&|~!#]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, String.raw`\$&`)
}

/**
 * Markdown of others as a quotation. A quotation ends where it ends: a fence, a comment or a heading that begins in it reaches
 * nothing that stands behind it.
 */
function quoted(text: string): string {
  return namingHidden(withoutHiddenEntities(text.replaceAll('\r\n', '\n')), escapeOf, hiddenInProse)
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

const named =
  /&(?=(?:zwn?j|lrm|rlm|shy|af|ic|it|NoBreak|ZeroWidthSpace|Invisible\w+|ApplyFunction|Negative\w+Space);)/g

/** Characters may stand in Markdown by their number or name as well. */
function withoutHiddenEntities(text: string): string {
  return text
    .replaceAll(named, '&amp;')
    .replace(/&#(?:x([\da-f]{1,6})|(\d{1,7}));/gi, (whole, hex, decimal) => {
      const point = hex === undefined ? Number(decimal) : Number.parseInt(String(hex), 16)
      return point <= 0x10_ff_ff && hiddenInProse.test(String.fromCodePoint(point)) ? escapeOf(point) : whole
    })
}

const longestRun = (text: string, least: number): number =>
  [...text.matchAll(/`+/g)].reduce((most, [ticks]) => Math.max(most, ticks.length), least)

/** A record as it lies on disk, under its own name where that is plain: one from elsewhere can be called anything. */
export function exportRecord(record: {
  readonly fileName: string
  readonly base64: string
}): ExportedSession {
  const fileName = /^[\w-][\w.-]{0,150}\.jsonl$/.test(record.fileName) ? record.fileName : 'session.jsonl'
  return { fileName, mediaType: 'application/x-ndjson', text: record.base64, encoding: 'base64' }
}
