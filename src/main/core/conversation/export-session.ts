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
import type { LeftOut } from '@shared/domain/only-hunks'
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
import { namingHidden } from '@shared/domain/hidden-characters'
import type { ExportForm, ExportWorld } from './export-form'
import { htmlForm } from './export-html'
import { markdownForm } from './export-markdown'
import { planLines } from './plan-lines'
import { titleFrom } from './session-title'

/** What was asked: an agent's words stand in the fields. */
function questionText({ message, matter }: Question): string {
  if (message !== '' || matter.mode === 'url') return message
  return matter.fields.map(({ key, description = key }) => description).join('\n')
}

function outcomeLine(outcome: CommandOutcome, { words }: ExportForm): string {
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

function finished(outcome: CommandOutcome, form: ExportForm): Parts {
  const output = 'output' in outcome ? outcome.output.aggregated : ''
  return [form.line(outcomeLine(outcome, form)), ...(output === '' ? [] : [form.fenced(output, 'text')])]
}

function levelLine({ assessment }: ApprovalRequest, { words }: ExportForm): string {
  const { level, floor } = assessment
  const [first] = floor?.reasons ?? []
  const why = first ? reasonInWords(first) : whyNotAssessed(assessment)
  return `Risk: ${level.replace('-', ' ')}${why === undefined ? '' : `. ${words(why)}`}`
}

/** What was left out of it; '' for nothing. */
function partText({ leaveOut = [], onlyHunks = [] }: LeftOut, code: ExportForm['code']): string {
  const left = leaveOut.map((path) => code(path)).join(', ')
  const only = onlyHunks.map(({ path, hunks }) => `of ${code(path)} only ${code(hunks.join(' '))}`)
  return [left === '' ? [] : [`without ${left}`], only]
    .flat()
    .map((each) => `, ${each}`)
    .join('')
}

/** What the question was about, and in which language it is. */
function askedText({ command, changes, input, tool }: ApprovalRequest): Parameters<ExportForm['fenced']> {
  if (changes) return [Object.keys(changes).join('\n'), 'text']
  if (tool) return [JSON.stringify(tool.invocation, undefined, 2), 'json']
  return input === undefined ? [commandText(command), 'sh'] : [input, 'text']
}

/** What was decided, how far and how long, and what the agent was told. */
function decisionText({ decision, state, offers }: ApprovalRequest, { words, code }: ExportForm): string {
  switch (decision?.kind) {
    case undefined:
      return state
    case 'allow': {
      const offer = offers.find((each) => each.id === decision.offerId)
      const where = offer?.kind === 'outside' ? ', outside the sandbox' : ''
      return `allow${where}${partText(decision, code)}, ${decision.scope === undefined || decision.scope === 'once' ? 'once' : `for this ${decision.scope}`}`
    }
    case 'apply': {
      return `apply what the rehearsal showed${partText(decision, code)}`
    }
    case 'deny':
      return decision.message === undefined ? 'deny' : `deny, with the words “${words(decision.message)}”`
    case 'edit':
      return `run instead ${code(commandText(decision.command))}`
    case 'abort':
      return 'deny and stop'
  }
}

function mcpResult(result: McpResult, { line, words, fenced }: ExportForm): Parts {
  if (result.kind === 'stopped') return [line(`No answer: ${words(result.reason)}.`)]
  return [
    ...(result.failed ? [line('The server says that it failed:')] : []),
    fenced(result.text, 'text'),
    ...result.images.map(({ mimeType }) => line(`(picture: ${words(mimeType)})`)),
    ...(result.sounds ?? []).map(({ mimeType }) => line(`(sound: ${words(mimeType)})`)),
  ]
}

/** Paragraphs of a file. */
type Parts = readonly string[]

/** One event as paragraphs; none for what a reader does not need. */
function section(event: AgentEvent, form: ExportForm): Parts {
  const { aside, code, fenced, heading, line, prose, quoted, strong, words } = form
  const note = (text: string): Parts => [line(`${strong('Note:')} ${words(text)}`)]
  switch (event.type) {
    case 'user.message':
      return [
        heading(2, 'You'),
        quoted(event.text),
        ...(event.images ?? []).map((label) => line(`(picture: ${words(label)})`)),
      ]
    case 'context.compacted':
      return [heading(3, 'Conversation compacted'), prose(event.summary)]
    case 'message.completed':
      return [heading(2, 'Agent'), prose(event.text)]
    case 'command.started': {
      const grants = event.grants.map(describeGrant).join('; ')
      const inside = event.onCopies ? 'On copies, in the sandbox' : 'In the sandbox'
      const how = `${event.confinement === 'none' ? 'Without the sandbox' : inside}, in ${code(event.cwd)}`
      const not = event.notOnCopies ? ` ${words(notOnCopiesInWords(event.notOnCopies))}.` : ''
      return [
        heading(3, 'Command'),
        fenced(commandText(event.command), 'sh'),
        line(`${how}${grants === '' ? '' : `, allowed to ${words(grants)}`}.${not}`),
      ]
    }
    case 'command.finished':
    case 'patch.finished':
      return finished(event.outcome, form)
    case 'patch.started':
      return [heading(3, 'Change to files'), fenced(Object.keys(event.changes).join('\n'), 'text')]
    case 'mcp.started': {
      const { server, tool, arguments: args } = event.invocation
      return [
        heading(3, `Tool ${words(tool)} of the server ${words(server)}`),
        fenced(JSON.stringify(args, undefined, 2), 'json'),
      ]
    }
    case 'mcp.finished':
      return mcpResult(event.result, form)
    case 'agent.started':
      return [
        heading(3, `Agent ${words(event.name)}`),
        fenced(event.task, 'text'),
        line(`Session ${words(event.childId)}.`),
      ]
    case 'agent.finished':
      return [
        line(`The agent of the session ${words(event.childId)}: ${event.outcome}.`),
        ...[event.problem, event.lastMessage].flatMap((text) =>
          text === undefined ? [] : [fenced(text, 'text')],
        ),
      ]
    case 'image.viewed':
      return [line(`(the agent looked at a picture: ${words(event.label)})`)]
    case 'search.finished':
      return [line(`(the model searched the web: ${words(event.query)})`)]
    case 'turn.diff':
      return event.unifiedDiff === ''
        ? []
        : [heading(3, 'Changes of the turn'), fenced(event.unifiedDiff, 'diff')]
    case 'review.entered':
      return [heading(2, `Review of ${words(event.hint)}`)]
    case 'review.exited':
      return event.output === undefined
        ? [line(aside('The review did not come to its end.'))]
        : [fenced(reviewText(event.output), 'text')]
    case 'plan.updated': {
      const steps = event.plan.map(({ step, status }) => ({ step: words(step), status }))
      return [
        heading(3, 'Plan'),
        ...(event.explanation === undefined ? [] : [prose(event.explanation)]),
        ...(steps.length === 0 ? [] : [form.plan(planLines(steps))]),
      ]
    }
    case 'tool.rejected':
      return [line(`Not run: ${code(event.name)}: ${words(event.reason)}`)]
    case 'approval.requested': {
      const { effect, stop, naming } = event.request
      return [
        heading(3, 'Decision'),
        line(words(effectInWords(effect))),
        // Of what is denied at once nothing else is told.
        fenced(...askedText(event.request)),
        line(levelLine(event.request, form)),
        line(words(stopInWords(stop, naming))),
      ]
    }
    case 'approval.resolved': {
      const { decidedBy } = event.request
      const by = decidedBy === undefined ? '' : ` (${decidedBy})`
      return [line(`Decided: ${decisionText(event.request, form)}${by}.`)]
    }
    case 'question.asked': {
      const { server } = event.question
      const whose = server === undefined ? 'the agent' : `the server ${words(server)}`
      return [heading(3, `Question of ${whose}`), fenced(questionText(event.question), 'text')]
    }
    case 'question.resolved':
      return [line(`Answered: ${event.question.action ?? 'withdrawn'}.`)]
    case 'command.compared':
      return [line(words(promiseInWords(event, undefined)))]
    case 'grant.applied':
      return [line('Let through by a grant given before.')]
    case 'error.reported':
      return [line(`${strong('Error:')} ${words(event.fault.message)}`)]
    case 'turn.noted':
      return note(event.text)
    case 'files.restored':
      return note(restoredInWords(event))
    case 'session.rewound':
      return note(rewoundInWords(event))
    case 'turn.finished':
      return event.outcome === 'completed' ? [] : [line(aside(`Turn ${event.outcome}.`))]
    case 'command.input':
      return [line('Input for the running command:'), fenced(event.text, 'text')]
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
      return []
  }
}

const forms = { markdown: markdownForm, html: htmlForm } as const

/** Its title; where that is the beginning of its first message, this is blanked before it is cut: half a key is known to nobody. */
function titleOf({ session, events }: OpenedSession, redact: (text: string) => string): string {
  const first = events.flatMap(({ event }) => (event.type === 'user.message' ? [event.text] : [])).at(0)
  return first !== undefined && titleFrom(first) === session.title ? titleFrom(redact(first)) : session.title
}

/**
 * A session as Markdown or HTML to read, or as JSON to work with. In what is read every text of others is only text, has no character that is not
 * seen, and went through `redact`; the JSON has them as they are.
 */
export function exportSession(
  opened: OpenedSession,
  items: readonly ResponseItem[],
  format: Exclude<ExportFormat, 'rollout'>,
  { redact = (text) => text, ...read }: Partial<ExportWorld> = {},
): ExportedSession {
  const { session, events } = opened
  const title = titleOf(opened, redact)
  const name = namingHidden(redact(title), () => '-')
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
  const form = forms[format]({ redact, ...read })
  const { words, code } = form
  const head = [
    form.heading(1, words(title)),
    form.list([
      `Folder: ${code(session.cwd)}`,
      `Model: ${words(session.model)} (${words(session.provider)})`,
      `Sandbox: ${describeSandboxPolicy(session.sandboxPolicy)}; approvals: ${approvalPolicyName(session.approvalPolicy)}`,
      `From ${words(session.createdAt)} to ${words(session.updatedAt)}`,
    ]),
  ]
  const { ending, mediaType } = form.fileType
  return {
    fileName: `${fileName}.${ending}`,
    mediaType,
    text: form.whole(title, [...head, ...events.flatMap(({ event }) => section(event, form))]),
  }
}

/** A record as it lies on disk, under its own name where that is plain: one from elsewhere can be called anything. */
export function exportRecord(record: {
  readonly fileName: string
  readonly base64: string
}): ExportedSession {
  const fileName = /^[\w-][\w.-]{0,150}\.jsonl$/.test(record.fileName) ? record.fileName : 'session.jsonl'
  return { fileName, mediaType: 'application/x-ndjson', text: record.base64, encoding: 'base64' }
}
