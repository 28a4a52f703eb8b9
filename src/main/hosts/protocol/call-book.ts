import type { AgentEvent } from '@shared/domain/agent-event'
import type { ApprovalRequest } from '@shared/domain/approval'
import type { CommandOutcome, CommandOutput } from '@shared/domain/command-outcome'
import type { EventMsg } from './event-msg'
import type { ParsedCommand } from '@shared/domain/parsed-command'
import { emptyOutput, isSetAside } from '@shared/domain/command-outcome'
import type { FileChange, FileChanges } from '@shared/domain/file-change'
import type { AssessedLevel } from '@shared/domain/risk'
import { offerInWords } from '@shared/messages/offer'
import { stopInWords } from '@shared/messages/stop'
import { truncateForModel } from '../../core/text/truncate-output'
import { isUnderParent } from './under-parent'
import { wireAssessment } from './wire-assessment'
import { base64, wireDuration } from './wire-mcp'
import type { WireFileChange, WireRisk } from './tool-events'
import { plainYes } from './plain-yes'

type Started = Extract<AgentEvent, { type: 'command.started' | 'patch.started' }>

interface OpenCall {
  readonly kind: 'command' | 'patch'
  /** A question told its begin, and it has not run yet. */
  onlyAsked?: boolean
  /** How a denied attempt ended, while nobody knows yet whether there will be another. */
  held?: CommandOutcome | undefined
}

const rejected = { command: 'exec command rejected by user', patch: 'patch rejected by user' } as const

/**
 * The calls of a conversation as the wire tells them: one begin and one end each, however often a command was tried in
 * between (docs/spec/approvals.md). `summarise` makes a command's display summary.
 */
export class CallBook {
  readonly #open = new Map<string, OpenCall>()
  readonly #summarise: (command: readonly string[]) => Promise<ParsedCommand[]>

  constructor(summarise: (command: readonly string[]) => Promise<ParsedCommand[]>) {
    this.#summarise = summarise
  }

  /** The begin of a call's first attempt; a later attempt says nothing. */
  async started(event: Started): Promise<EventMsg[]> {
    const { callId } = event
    const known = this.#open.get(callId)
    if (known) {
      known.held = undefined
      known.onlyAsked = false
      return []
    }
    if (event.type === 'command.started') return this.#beginCommand(callId, event.command, event.cwd)
    this.#open.set(callId, { kind: 'patch' })
    const { autoApproved, changes } = event
    return [
      {
        type: 'patch_apply_begin',
        call_id: callId,
        auto_approved: autoApproved,
        changes: wireChanges(changes),
      },
    ]
  }

  /** The end of a call, unless it was denied and may be tried again. Nothing for a call that never began. */
  finished(callId: string, outcome: CommandOutcome): EventMsg[] {
    const call = this.#open.get(callId)
    if (!call) return []
    if (outcome.kind === 'denied') {
      call.held = outcome
      return []
    }
    if (isSetAside(outcome)) {
      call.onlyAsked = true
      return []
    }
    return this.#end(callId, call, outcome)
  }

  /** The request as an event, after the begin of a command that was asked about before it ever ran. */
  async asked(request: ApprovalRequest): Promise<EventMsg[]> {
    const { callId, command, cwd } = request
    const ours = { approval_id: request.id, assessment: wireAssessment(request) }
    const reason = approvalReason(request)
    const said = reason === undefined ? {} : { reason }
    if (request.kind === 'patch')
      return [
        {
          type: 'apply_patch_approval_request',
          call_id: callId,
          changes: wireChanges(request.changes ?? {}),
          ...said,
          ...ours,
        },
      ]
    const begin = this.#beginsWith(request) ? await this.#beginCommand(callId, command, cwd, true) : []
    const risk = wireRisk(request)
    return [
      ...begin,
      {
        type: 'exec_approval_request',
        call_id: callId,
        command,
        cwd,
        ...said,
        ...(risk ? { risk } : {}),
        parsed_cmd: await this.#summarise(command),
        ...ours,
      },
    ]
  }

  /** The end of a call that a person did not let run again. */
  answered(request: ApprovalRequest): EventMsg[] {
    const call = this.#open.get(request.callId)
    if (call?.held === undefined || request.decision?.kind === 'allow' || request.decision?.kind === 'apply')
      return []
    const said = request.state === 'answered'
    return this.#end(
      request.callId,
      call,
      said ? { kind: 'refused', reason: rejected[call.kind] } : call.held,
    )
  }

  /** The ends of denied calls that nobody will be asked about: something else has happened since. */
  settle(besides?: string): EventMsg[] {
    return [...this.#open].flatMap(([callId, call]) =>
      call.held === undefined || callId === besides ? [] : this.#end(callId, call, call.held),
    )
  }

  /** The ends of what was asked about and never ran: the turn is over. */
  endAsked(): EventMsg[] {
    return [...this.#open].flatMap(([callId, call]) =>
      call.onlyAsked === true
        ? this.#end(callId, call, { kind: 'refused', reason: rejected[call.kind] })
        : [],
    )
  }

  /** Whether a question is the first that is told of a command: calls of servers' tools, and what their processes want, have no such end. */
  #beginsWith(request: ApprovalRequest): boolean {
    const { kind, stage, callId } = request
    const ofCommand = (kind ?? 'command') === 'command' && stage === 'first'
    return ofCommand && !this.#open.has(callId) && !isUnderParent(request)
  }

  async #beginCommand(
    callId: string,
    command: readonly string[],
    cwd: string,
    onlyAsked = false,
  ): Promise<EventMsg[]> {
    this.#open.set(callId, { kind: 'command', onlyAsked })
    const parsed_cmd = await this.#summarise(command)
    return [{ type: 'exec_command_begin', call_id: callId, command: [...command], cwd, parsed_cmd }]
  }

  #end(callId: string, { kind }: OpenCall, outcome: CommandOutcome): EventMsg[] {
    this.#open.delete(callId)
    const { exitCode, output, durationMs } = endOf(outcome, rejected[kind])
    const { stdout, stderr, aggregated, omittedBytes } = output
    if (kind === 'command')
      return [
        {
          type: 'exec_command_end',
          call_id: callId,
          stdout,
          stderr,
          aggregated_output: aggregated,
          exit_code: exitCode,
          duration: wireDuration(durationMs),
          formatted_output: truncateForModel(aggregated, omittedBytes),
        },
      ]
    return [
      ...outputDelta(callId, 'stdout', stdout),
      ...outputDelta(callId, 'stderr', outcome.kind === 'refused' ? '' : stderr),
      { type: 'patch_apply_end', call_id: callId, stdout, stderr, success: exitCode === 0 },
    ]
  }
}

/**
 * The wire's one line of reason (docs/spec/approvals.md). A retry begins in the reference's words and says what a plain yes
 * would really do here (decision 029); so does a first approval whose plain yes leaves the sandbox that the policy wants
 * (decision 088). Every other first approval of a command or patch has the agent's claim alone, and without one no reason.
 */
function approvalReason(request: ApprovalRequest): string | undefined {
  const { stage, justification, stop, kind, naming } = request
  const offer = plainYes(request)
  if (stage === 'retry') return retryReason(request)
  if (offer?.kind === 'outside' && (stop.boundary === 'escalation' || stop.boundary === 'missing-sandbox')) {
    const asks = `${kind === 'patch' ? 'apply' : 'run'} without sandbox?`
    return justification === undefined ? asks : `${asks} ${justification}`
  }
  // The reference knows no such questions, and their command alone would say nothing of what is asked.
  const ours = stage === 'network' || kind === 'input' || kind === 'tool'
  return justification ?? (ours ? stopInWords(stop, naming) : undefined)
}

function retryReason(request: ApprovalRequest): string {
  const offer = plainYes(request)
  if (offer === undefined) return 'command failed; nothing can be offered for a retry'
  if (offer.kind === 'outside') return 'command failed; retry without sandbox?'
  return `command failed; retry in the sandbox? ${offerInWords(offer, request)}`
}

const order: readonly AssessedLevel[] = ['low', 'medium', 'high']

/**
 * The wire's `risk` of a request (docs/spec/assessment.md): there only for a command's retry after a denial, and only when the
 * model answered. Where the checks' floor lies above the model's level, the floor stands, with its categories.
 */
function wireRisk({ stage, kind, assessment }: ApprovalRequest): WireRisk | undefined {
  const { view, floor } = assessment
  if (stage !== 'retry' || kind === 'patch' || view.status !== 'success') return undefined
  const { description, level, categories } = view.view
  const raised = floor?.level !== undefined && order.indexOf(floor.level) > order.indexOf(level)
  const all = raised ? [...new Set([...floor.categories, ...categories])] : categories
  return {
    description,
    risk_level: raised && floor.level !== undefined ? floor.level : level,
    ...(all.length === 0 ? {} : { risk_categories: all }),
  }
}

function wireChange(change: FileChange): WireFileChange {
  switch (change.type) {
    case 'add':
      return { add: { content: change.content } }
    case 'delete':
      return { delete: { content: change.content } }
    case 'update':
      return { update: { unified_diff: change.unified_diff, move_path: change.move_path ?? null } }
  }
}

/** A patch's change map in the wire's form, by the same absolute paths. */
function wireChanges(changes: FileChanges): Record<string, WireFileChange> {
  return Object.fromEntries(Object.entries(changes).map(([path, change]) => [path, wireChange(change)]))
}

/** A piece of output; nothing for no text. */
export function outputDelta(callId: string, stream: 'stdout' | 'stderr', text: string): EventMsg[] {
  return text === ''
    ? []
    : [{ type: 'exec_command_output_delta', call_id: callId, stream, chunk: base64(text) }]
}

const onlyError = (text: string): CommandOutput => ({ ...emptyOutput, stderr: text, aggregated: text })

function endOf(
  outcome: CommandOutcome,
  refused: string,
): { exitCode: number; output: CommandOutput; durationMs: number } {
  switch (outcome.kind) {
    case 'exited':
    case 'denied':
      return outcome
    case 'timed-out':
      return { ...outcome, exitCode: 124 }
    case 'cancelled':
      return { ...outcome, exitCode: -1 }
    case 'refused':
      return { exitCode: -1, output: onlyError(refused), durationMs: 0 }
    case 'failed':
      return { exitCode: -1, output: onlyError(outcome.reason), durationMs: 0 }
  }
}
