import type { Write } from '../cli/cli-context'
import type { SessionEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome } from '@shared/domain/command-outcome'
import type { FileChanges } from '@shared/domain/file-change'
import { describeGrant } from '@shared/domain/grant'
import { listEvidence } from '@shared/domain/refusal-text'
import type { StoredGrant } from '@shared/domain/stored-grant'
import { planLines } from '../../core/conversation/plan-lines'
import { shellScriptOf } from '../../core/shell/shell-script'
import { assessmentLines } from './assessment-report'
import { visible } from '../visible'

function outcomeLine(outcome: CommandOutcome): string {
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
  switch (outcome.kind) {
    case 'exited': {
      const line = `exit ${String(outcome.exitCode)}, ${seconds(outcome.durationMs)}`
      const refused = [...(outcome.refused ?? []), ...(outcome.beside ?? [])]
      return refused.length === 0 ? line : `${line}; refused by the sandbox: ${listEvidence(refused)}`
    }
    case 'denied':
      return `stopped by the sandbox, exit ${String(outcome.exitCode)}, ${seconds(outcome.durationMs)}`
    case 'timed-out':
      return `timed out after ${seconds(outcome.timeoutMs)}`
    case 'cancelled':
      return 'interrupted'
    case 'refused':
      return `not run: ${outcome.reason}`
    case 'failed':
      return `could not be started: ${outcome.reason}`
  }
}

/** Every file of a patch with what happens to it, and the text of it. */
function changeLines(changes: FileChanges): string[] {
  return Object.entries(changes).flatMap(([path, change]) => {
    switch (change.type) {
      case 'add':
        return [`  Add ${path}:`, ...indented(change.content)]
      case 'delete':
        return [`  Delete ${path}`]
      case 'update':
        return [
          `  Update ${path}${change.move_path === undefined ? '' : `, moved to ${change.move_path}`}:`,
          ...indented(change.unified_diff),
        ]
    }
  })
}

const indented = (text: string): string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)

/** The request as a block of lines: effect, why it stopped with the evidence, the full command, what a yes would mean. */
export function approvalLines(request: ApprovalRequest): string {
  const { stop, assessment } = request
  const evidence = stop.evidence.map(
    (each) => `    ${each.operation ?? each.kind} ${each.target}${each.source === 'guess' ? ' (guess)' : ''}`,
  )
  return [
    '',
    `Approval needed: ${request.effect}`,
    `  Stopped by: ${stop.text} (${stop.policyLine})`,
    ...evidence,
    `  In: ${request.cwd}`,
    ...assessmentLines(assessment),
    ...(request.changes === undefined
      ? [`  Command: ${JSON.stringify(request.command)}`]
      : changeLines(request.changes)),
    ...(request.input === undefined ? [] : [`  Input: ${JSON.stringify(request.input)}`]),
    ...(request.justification === undefined ? [] : [`  The agent says: “${request.justification}”`]),
    ...request.offers.map((offer) => `  ${offer.description}`),
    '',
  ]
    .map(visible)
    .join('\n')
}

function decisionLine(request: ApprovalRequest): string {
  const { decision, decidedBy = 'engine' } = request
  if (request.state !== 'answered' || !decision) return `Request withdrawn: ${request.effect}`
  const offer =
    decision.kind === 'allow' ? request.offers.find((each) => each.id === decision.offerId) : undefined
  const what = offer
    ? offer.kind === 'outside'
      ? 'Allowed outside the sandbox'
      : 'Allowed, only this'
    : decision.kind === 'edit'
      ? 'Another command was put in its place'
      : 'Denied'
  return `${what}, by ${decidedBy}.`
}

/** Prints one event of a run for a person. Everything that a model or a command wrote goes through `visible`. */
export function printEvent({ event }: SessionEvent, write: Write): void {
  switch (event.type) {
    case 'message.delta':
      write(visible(event.text))
      break
    case 'message.completed':
      write('\n\n')
      break
    case 'command.started': {
      const grants = event.grants.filter((grant) => grant.kind === 'write').map(describeGrant)
      const how =
        event.confinement === 'none'
          ? ' [outside the sandbox]'
          : grants.length > 0
            ? ` [sandbox plus ${grants.join(', ')}]`
            : ''
      write(`$ ${visible(shellScriptOf(event.command) ?? event.command.join(' '))}${visible(how)}\n`)
      break
    }
    case 'command.output':
      write(visible(event.text))
      break
    case 'command.kept':
      write(`[it runs on as session ${String(event.processId)}]\n`)
      break
    case 'command.input':
      write(`[input sent: ${visible(event.text)}]\n`)
      break
    case 'command.finished':
      write(`[${visible(outcomeLine(event.outcome))}]\n\n`)
      break
    case 'patch.started': {
      const how = event.confinement === 'none' ? ' [outside the sandbox]' : ''
      write(`apply_patch ${visible(Object.keys(event.changes).join(' '))}${how}\n`)
      break
    }
    case 'patch.finished': {
      const { outcome } = event
      if (outcome.kind === 'exited') write(visible(outcome.output.aggregated))
      write(`[${visible(outcomeLine(outcome))}]\n\n`)
      break
    }
    case 'plan.updated':
      write(`${visible([event.explanation ?? 'Plan:', ...planLines(event.plan)].join('\n'))}\n\n`)
      break
    case 'approval.requested':
      write(approvalLines(event.request))
      break
    case 'approval.resolved':
      write(`${visible(decisionLine(event.request))}\n\n`)
      break
    case 'grant.applied':
      write(`[${grantWords(event.grant)}]\n`)
      break
    case 'tool.rejected':
      write(`[the agent called ${visible(event.name)} wrongly: ${visible(event.reason)}]\n`)
      break
    case 'model.retrying':
      write(`[${visible(event.reason)}: trying again, attempt ${String(event.attempt)}]\n`)
      break
    case 'error.reported':
      write(
        `Error: ${visible(event.fault.message)}${event.fault.remedy === undefined ? '' : ` ${visible(event.fault.remedy)}`}\n`,
      )
      break
    case 'approval.assessed':
      if (event.update.view.status === 'success')
        write(`${visible(assessmentLines(event.update).join('\n'))}\n`)
      break
    case 'turn.noted':
      write(`[${visible(event.text)}]\n`)
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
    case 'reasoning.delta':
    case 'usage.updated':
    case 'context.compacting':
    case 'turn.diff':
      break
  }
}

/** Which grant let the next run, or a connection, through. */
function grantWords({ scope, covers, grants }: StoredGrant): string {
  const by = scope === 'rule' ? 'by a rule' : `by a grant for this ${scope}`
  return covers === 'host' ? `may ${visible(grants.map(describeGrant).join(', '))} ${by}` : `allowed ${by}`
}
