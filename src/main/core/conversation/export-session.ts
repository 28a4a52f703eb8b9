import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import { commandText } from '../shell/read-graph'
import { describeGrant } from '@shared/domain/grant'
import { describeSandboxPolicy } from '@shared/domain/sandbox-policy'
import { approvalPolicyName } from '@shared/domain/approval-policy'
import type { ExportFormat } from '@shared/domain/session'
import type { ExportedSession, OpenedSession } from '../engine-service'
import type { ResponseItem } from '@shared/domain/response-item'
import { planLines } from './plan-lines'

/** A fence that the text cannot close from the inside. */
function fenced(text: string, language = ''): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`
}

function outcomeLine(outcome: CommandOutcome): string {
  switch (outcome.kind) {
    case 'exited':
      return `Ended with exit code ${String(outcome.exitCode)}.`
    case 'denied':
      return `The sandbox stopped it: ${outcome.evidence.map((each) => each.target).join(', ')}.`
    case 'timed-out':
      return `Timed out after ${String(outcome.timeoutMs)} ms.`
    case 'cancelled':
      return 'Cancelled.'
    case 'refused':
    case 'failed':
      return `Did not run: ${outcome.reason}`
  }
}

function finished(outcome: CommandOutcome): string {
  const output = 'output' in outcome ? outcome.output.aggregated : ''
  return [outcomeLine(outcome), ...(output === '' ? [] : [fenced(output, 'text')])].join('\n\n')
}

function levelLine({ assessment }: ApprovalRequest): string {
  const { level, reason, floor } = assessment
  const why = floor?.reasons[0]?.text ?? reason
  return `Risk: ${level.replace('-', ' ')}${why === undefined ? '' : `. ${why}`}`
}

/** What was decided, how far and how long, and what the agent was told. */
function decisionText({ decision, state, offers }: ApprovalRequest): string {
  switch (decision?.kind) {
    case undefined:
      return state
    case 'allow': {
      const offer = offers.find((each) => each.id === decision.offerId)
      const where = offer?.kind === 'outside' ? ', outside the sandbox' : ''
      return `allow${where}, ${decision.scope === undefined || decision.scope === 'once' ? 'once' : `for this ${decision.scope}`}`
    }
    case 'deny':
      return decision.message === undefined ? 'deny' : `deny, with the words “${decision.message}”`
    case 'edit':
      return `run instead \`${commandText(decision.command)}\``
    case 'abort':
      return 'deny and stop'
  }
}

/** One event as Markdown; undefined for what a reader does not need. */
function section(event: AgentEvent): string | undefined {
  switch (event.type) {
    case 'user.message':
      return ['## You', event.text, ...(event.images ?? []).map((label) => `(picture: ${label})`)].join(
        '\n\n',
      )
    case 'context.compacted':
      return `### Conversation compacted\n\n${event.summary}`
    case 'message.completed':
      return `## Agent\n\n${event.text}`
    case 'command.started': {
      const grants = event.grants.map(describeGrant).join('; ')
      const how = `${event.confinement === 'none' ? 'Without the sandbox' : 'In the sandbox'}, in \`${event.cwd}\``
      return `### Command\n\n${fenced(commandText(event.command), 'sh')}\n\n${how}${grants === '' ? '' : `, allowed to ${grants}`}.`
    }
    case 'command.finished':
    case 'patch.finished':
      return finished(event.outcome)
    case 'patch.started':
      return `### Change to files\n\n${fenced(Object.keys(event.changes).join('\n'), 'text')}`
    case 'turn.diff':
      return event.unifiedDiff === ''
        ? undefined
        : `### Changes of the turn\n\n${fenced(event.unifiedDiff, 'diff')}`
    case 'plan.updated':
      return ['### Plan', event.explanation ?? '', planLines(event.plan).join('\n')]
        .filter((part) => part !== '')
        .join('\n\n')
    case 'tool.rejected':
      return `Not run: \`${event.name}\`: ${event.reason}`
    case 'approval.requested':
      return `### Decision\n\n${event.request.effect}\n\n${levelLine(event.request)}\n\n${event.request.stop.text}`
    case 'approval.resolved': {
      const { decidedBy } = event.request
      return `Decided: ${decisionText(event.request)}${decidedBy === undefined ? '' : ` (${decidedBy})`}.`
    }
    case 'grant.applied':
      return `Let through by a grant given before: ${event.grant.id}.`
    case 'error.reported':
      return `**Error:** ${event.fault.message}`
    case 'turn.noted':
      return `**Note:** ${event.text}`
    case 'turn.finished':
      return event.outcome === 'completed' ? undefined : `_Turn ${event.outcome}._`
    case 'command.input':
      return `Input for the running command:\n\n${fenced(event.text, 'text')}`
    case 'command.kept':
    case 'session.configured':
    case 'turn.started':
    case 'reasoning.delta':
    case 'message.delta':
    case 'command.output':
    case 'model.retrying':
    case 'approval.assessed':
    case 'context.compacting':
    case 'usage.updated':
      return undefined
  }
}

/**
 * A session as Markdown to read or as JSON to work with. Texts of the agent and of commands stand in it as they are;
 * what is fenced cannot leave its fence.
 */
export function exportSession(
  { session, events }: OpenedSession,
  items: readonly ResponseItem[],
  format: ExportFormat,
): ExportedSession {
  const name = session.title
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
    `# ${session.title}`,
    [
      `- Folder: \`${session.cwd}\``,
      `- Model: ${session.model} (${session.provider})`,
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
