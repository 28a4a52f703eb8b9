import { promiseInWords, staysInWords } from '@shared/messages/promise'
import { restoredInWords, rewoundInWords, undoableInWords } from '@shared/messages/restore'
import type { Write } from '../cli/cli-context'
import type { SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import { describeGrant } from '@shared/messages/grant'
import { appliedInWords, notOnCopiesInWords } from '@shared/messages/rehearsal'
import { reviewText } from '@shared/messages/review'
import { rehearsalLines } from '@shared/messages/rehearsal-report'
import { listEvidence } from '@shared/messages/refusal-text'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { planLines } from '../../core/conversation/plan-lines'
import { shellScriptOf } from '../../core/shell/shell-script'
import { assessmentLines } from './assessment-report'
import { spacesNamed, visible, visibleLine, visibleWhole } from '../visible'
import { approvalLines, decisionLine, ownLine } from './request-lines'

function outcomeLine(outcome: CommandOutcome): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
  switch (outcome.kind) {
    case 'exited': {
      const ended = `exit ${String(outcome.exitCode)}, ${seconds(outcome.durationMs)}`
      const line = outcome.applied
        ? `${visibleLine(appliedInWords(outcome.applied))}; rehearsed: ${ended}`
        : ended
      const refused = [...(outcome.refused ?? []), ...(outcome.beside ?? [])]
      return [
        line,
        ...(refused.length === 0 ? [] : [`refused by the sandbox: ${listEvidence(refused)}`]),
        ...(outcome.stays ? [staysInWords(outcome.stays)] : []),
      ].join('; ')
    }
    case 'denied':
      return `stopped by the sandbox, exit ${String(outcome.exitCode)}, ${seconds(outcome.durationMs)}`
    case 'timed-out':
      return `timed out after ${seconds(outcome.timeoutMs)}`
    case 'cancelled':
      return outcome.by === 'person' ? 'stopped by a person' : 'interrupted'
    case 'refused':
      return `not run: ${outcome.reason}`
    case 'failed':
      return `could not be started: ${outcome.reason}`
  }
}

/**
 * Prints one event of a run for a person. Everything that a model or a command wrote goes through `visible`, what is a line of ours through
 * `visibleLine`. `about`: the request that the event is about, where it waits.
 */
export function printEvent({ event }: SessionEvent, write: Write, about?: ApprovalRequest): void {
  switch (event.type) {
    case 'message.delta':
      write(visible(event.text))
      break
    case 'message.completed':
      write('\n\n')
      break
    case 'command.started': {
      const grants = event.grants.filter((grant) => grant.kind === 'write').map(describeGrant)
      const plus = grants.length > 0 ? ` [sandbox plus ${grants.join(', ')}]` : ''
      const inside = event.onCopies ? ' [on copies]' : plus
      const how = event.confinement === 'none' ? ' [outside the sandbox]' : inside
      // What goes on in a further line is marked, as a shell does: no line of it stands where ours do.
      const line = spacesNamed(visibleWhole(shellScriptOf(event.command) ?? event.command.join(' ')))
      write(`$ ${line.replaceAll('\n', '\n> ')}${visibleLine(how)}\n`)
      if (event.notOnCopies) write(`[${visibleLine(notOnCopiesInWords(event.notOnCopies))}]\n`)
      break
    }
    case 'command.output':
      write(visible(event.text))
      break
    case 'command.kept':
      write(`[it runs on as session ${String(event.processId)}]\n`)
      break
    case 'command.ports':
      if (event.ports.length > 0) write(`[it listens on port ${event.ports.join(', ')}]\n`)
      break
    case 'call.undoable':
      write(`[${visibleLine(undoableInWords(event))}]\n`)
      break
    case 'command.input':
      write(`[input sent: ${visibleLine(event.text)}]\n`)
      break
    case 'command.finished':
      write(`[${visibleLine(outcomeLine(event.outcome))}]\n\n`)
      break
    case 'patch.started': {
      const how = event.confinement === 'none' ? ' [outside the sandbox]' : ''
      write(`apply_patch ${visibleLine(Object.keys(event.changes).join(' '))}${how}\n`)
      break
    }
    case 'patch.finished': {
      const { outcome } = event
      if (outcome.kind === 'exited') write(visible(outcome.output.aggregated))
      write(`[${visibleLine(outcomeLine(outcome))}]\n\n`)
      break
    }
    case 'mcp.started': {
      const { server, tool, arguments: args } = event.invocation
      write(`${visibleLine(`${server}: ${tool} ${JSON.stringify(args)}`)}\n`)
      break
    }
    case 'mcp.finished': {
      const { result } = event
      const pictures =
        result.kind === 'answered' && result.images.length > 0
          ? ` [${String(result.images.length)} pictures]`
          : ''
      write(
        result.kind === 'answered'
          ? `${visible(result.text)}\n[${result.failed ? 'the server says that it failed' : 'answered'}${pictures}]\n\n`
          : `[no answer: ${visibleLine(result.reason)}]\n\n`,
      )
      break
    }
    case 'search.finished':
      write(`[the model searched the web: ${visibleLine(event.query)}]\n`)
      break
    case 'agent.started':
      write(`[agent ${visibleLine(event.name)}: ${visibleLine(event.task)}]\n`)
      break
    case 'agent.finished':
      write(`[agent ${event.childId}: ${event.outcome}${visibleLine(agentSaid(event))}]\n`)
      break
    case 'image.viewed':
      write(`[the agent looked at ${visibleLine(event.label)}]\n`)
      break
    case 'review.entered':
      write(`[review of ${visibleLine(event.hint)}]\n\n`)
      break
    case 'review.exited':
      write(
        event.output ? `${visible(reviewText(event.output))}\n\n` : '[the review did not come to its end]\n',
      )
      break
    case 'plan.updated':
      write(`${[event.explanation ?? 'Plan:', ...planLines(event.plan)].map(visibleLine).join('\n')}\n\n`)
      break
    case 'approval.requested':
      write(approvalLines(event.request))
      break
    case 'approval.resolved':
      write(`${visibleLine(decisionLine(event.request))}\n\n`)
      break
    case 'command.compared':
      write(`[${visibleLine(promiseInWords(event, undefined))}]\n`)
      break
    case 'grant.applied':
      write(`[${grantWords(event.grant)}]\n`)
      break
    case 'tool.rejected':
      write(`[the agent called ${visibleLine(event.name)} wrongly: ${visibleLine(event.reason)}]\n`)
      break
    case 'model.retrying':
      write(`[${visibleLine(event.reason)}: trying again, attempt ${String(event.attempt)}]\n`)
      break
    case 'error.reported':
      write(
        `Error: ${visibleLine(event.fault.message)}${event.fault.remedy === undefined ? '' : ` ${visibleLine(event.fault.remedy)}`}\n`,
      )
      break
    case 'approval.assessed':
      if (event.update.view.status === 'success' || event.update.floor)
        write(
          `${assessmentLines(event.update)
            .map((line) => ownLine(line))
            .join('\n')}\n`,
        )
      break
    case 'approval.rehearsed':
      // The question stands already, and its line with it.
      write('\n')
      for (const line of rehearsalLines(event.rehearsal, { naming: about?.naming }))
        write(`${ownLine(`  ${line}`)}\n`)
      break
    case 'turn.noted':
      write(`[${visibleLine(event.text)}]\n`)
      break
    case 'files.restored':
      write(`[${visibleLine(restoredInWords(event))}]\n`)
      break
    case 'session.rewound':
      write(`[${visibleLine(rewoundInWords(event))}]\n`)
      break
    case 'turn.finished':
      if (event.outcome === 'interrupted') write('[the turn was stopped]\n')
      break
    case 'context.compacted':
      write('[the conversation was compacted: the model goes on from a summary of it]\n')
      break
    case 'session.configured':
    case 'turn.started':
    case 'user.message':
    case 'message.waiting':
    case 'reasoning.delta':
    case 'usage.updated':
    case 'limits.updated':
    case 'context.compacting':
    case 'turn.diff':
    case 'mcp.progress':
    case 'search.started':
    case 'question.asked':
    case 'question.resolved':
      break
  }
}

function agentSaid({
  problem,
  lastMessage,
}: {
  problem?: string | undefined
  lastMessage?: string | undefined
}): string {
  const said = problem ?? lastMessage
  return said === undefined ? '' : `: ${said}`
}

/** Which grant let the next run, or a connection, through. */
function grantWords({ scope, covers, grants }: StoredGrant): string {
  const by = scope === 'rule' ? 'by a rule' : `by a grant for this ${scope}`
  return covers === 'host'
    ? `may ${visibleLine(grants.map(describeGrant).join(', '))} ${by}`
    : `allowed ${by}`
}
